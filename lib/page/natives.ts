// A form answers for its controls by name (`form.children` is an input called "children"), and a document for its
// images and forms, in every world. These reach past such names, to what the platform itself says.
const getter = <Of, Answer>(prototype: Of, name: keyof Of & string): ((of: Of) => Answer) => {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get
  if (!get) throw new Error(`The browser has no ${name}.`)
  return (of) => get.call(of) as Answer
}

const node = Node.prototype
export const firstChild = getter<Node, ChildNode | null>(node, 'firstChild')
export const nextSibling = getter<Node, ChildNode | null>(node, 'nextSibling')
export const nodeType = getter<Node, number>(node, 'nodeType')
export const parentOf = getter<Node, Element | null>(node, 'parentElement')
export const textOf = getter<Node, string | null>(node, 'textContent')
export const localName = getter<Element, string>(Element.prototype, 'localName')
/** The shadow root a page may see; closed ones are only told by a port. */
export const openShadowRoot = getter<Element, ShadowRoot | null>(Element.prototype, 'shadowRoot')
export const rootElement = getter<Document, Element | null>(Document.prototype, 'documentElement')
export const titleOf = getter<Document, string>(Document.prototype, 'title')

export const attribute = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name)

type Root = Document | DocumentFragment | Element

const rootPrototype = (root: Root): ParentNode =>
  nodeType(root) === 9 ? Document.prototype : nodeType(root) === 11 ? DocumentFragment.prototype : Element.prototype

export const one = <Found extends Element = HTMLElement>(root: Root, selector: string): Found | null =>
  rootPrototype(root).querySelector.call(root, selector) as Found | null

export const all = <Found extends Element = HTMLElement>(root: Root, selector: string): Found[] => [
  ...(rootPrototype(root).querySelectorAll.call(root, selector) as NodeListOf<Found>),
]

// The names of elements can hide DOM properties: an input named "children" replaces `form.children`, and an image or
// form named "body" replaces `document.body`. This also affects content scripts. So the functions of this file call the
// native getters.
// Each getter has its own function so that the JavaScript engine can optimise it: a survey makes tens of thousands of
// calls.
const getter = <Of>(prototype: Of, name: keyof Of & string): (() => unknown) => {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get
  if (!get) throw new Error(`This browser is too old for Chartside: it does not have “${name}”. Update the browser.`)
  return get
}

const getFirstChild = getter(Node.prototype, 'firstChild')
export const firstChild = (node: Node): ChildNode | null => getFirstChild.call(node) as ChildNode | null

const getNextSibling = getter(Node.prototype, 'nextSibling')
export const nextSibling = (node: Node): ChildNode | null => getNextSibling.call(node) as ChildNode | null

const getNodeType = getter(Node.prototype, 'nodeType')
export const nodeType = (node: Node): number => getNodeType.call(node) as number

const getParent = getter(Node.prototype, 'parentElement')
export const parentOf = (node: Node): Element | null => getParent.call(node) as Element | null

const getConnected = getter(Node.prototype, 'isConnected')
export const isThere = (node: Node): boolean => getConnected.call(node) as boolean

const getOwner = getter(Node.prototype, 'ownerDocument')
export const ownerOf = (element: Element): Document => getOwner.call(element) as Document

export const holds = (outer: Node, inner: Node): boolean => Node.prototype.contains.call(outer, inner)

export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node)

export const isWithin = (element: Element, selector: string): boolean =>
  Element.prototype.closest.call(element, selector) !== null

const getNextElement = getter(Element.prototype, 'nextElementSibling')
export const nextElement = (element: Element): Element | null => getNextElement.call(element) as Element | null

const getPreviousElement = getter(Element.prototype, 'previousElementSibling')
export const previousElement = (element: Element): Element | null => getPreviousElement.call(element) as Element | null

const getLastElement = getter(Element.prototype, 'lastElementChild')
export const lastElement = (element: Element): Element | null => getLastElement.call(element) as Element | null

export const rectOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element)

export const meets = (element: Element, selector: string): boolean => Element.prototype.matches.call(element, selector)

const getText = getter(Node.prototype, 'textContent')
export const textOf = (node: Node): string => (getText.call(node) as string | null) ?? ''

const getLocalName = getter(Element.prototype, 'localName')
export const localName = (element: Element): string => getLocalName.call(element) as string

const getShadowRoot = getter(Element.prototype, 'shadowRoot')
export const openShadowRoot = (element: Element): ShadowRoot | null => getShadowRoot.call(element) as ShadowRoot | null

const getRootElement = getter(Document.prototype, 'documentElement')
export const rootElement = (document: Document): Element | null => getRootElement.call(document) as Element | null

const getView = getter(Document.prototype, 'defaultView')

const getUrl = getter(Document.prototype, 'URL')
export const urlOf = (document: Document): string => getUrl.call(document) as string

const getTitle = getter(Document.prototype, 'title')
export const titleOf = (document: Document): string => getTitle.call(document) as string

const getAttribute = Element.prototype.getAttribute
export const attribute = (element: Element, name: string): string | null => getAttribute.call(element, name)

const getAttributeNames = Element.prototype.getAttributeNames
export const attributeNames = (element: Element): string[] => getAttributeNames.call(element)

const hasAttributes = Element.prototype.hasAttributes
export const isBare = (element: Element): boolean => !hasAttributes.call(element)

const getLength = Object.getOwnPropertyDescriptor(window, 'length')?.get
export const hasFrames = (document: Document): boolean => {
  const view = getView.call(document) as Window | null
  return view !== null && (getLength ? (getLength.call(view) as number) : view.length) > 0
}

export const byTag = (document: Document, tag: string): Element[] => [
  ...Document.prototype.getElementsByTagName.call(document, tag),
]

export const byId = (document: Document, id: string): HTMLElement | null =>
  Document.prototype.getElementById.call(document, id)

export const hasClass = (document: Document, name: string): boolean =>
  Document.prototype.getElementsByClassName.call(document, name).length > 0

export const hasName = (document: Document, name: string): boolean =>
  Document.prototype.getElementsByName.call(document, name).length > 0

type Root = Document | DocumentFragment | Element

const rootPrototype = (root: Root): ParentNode =>
  nodeType(root) === 9 ? Document.prototype : nodeType(root) === 11 ? DocumentFragment.prototype : Element.prototype

export const one = <Found extends Element = HTMLElement>(root: Root, selector: string): Found | null =>
  rootPrototype(root).querySelector.call(root, selector) as Found | null

export const all = <Found extends Element = HTMLElement>(root: Root, selector: string): Found[] => [
  ...(rootPrototype(root).querySelectorAll.call(root, selector) as NodeListOf<Found>),
]

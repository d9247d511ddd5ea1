/** Returns a whole number from 0 to `most` − 1. The same seed gives the same numbers. */
export type Random = (most: number) => number

export function random(seed: number): Random {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

const pick = <Each>(next: Random, from: ArrayLike<Each>): Each => {
  const each = from[next(from.length)]
  if (each === undefined) throw new Error('There is nothing to pick from.')
  return each
}

const controls = 'input, textarea, select, [contenteditable]'

/** The elements that a random change may use, in the page, in its frame and in its shadow root. */
function everything(): Element[] {
  const frame = document.querySelector('iframe')?.contentDocument
  const host = document.querySelector('section')?.shadowRoot
  return [document, frame, host].flatMap((root) =>
    root ? [...root.querySelectorAll('form, form *, body > i, p, p *')] : [],
  )
}

const make = (html: string): Node => document.createRange().createContextualFragment(html)

const empty = [
  '<i></i>',
  '<div class="spinner"><span></span></div>',
  '<br>',
  '<hr>',
  '<img>',
  '<style></style>',
  ' ',
  '<!-- -->',
]
const worded = [
  '<b>Later</b>',
  '<div>Saved</div>',
  ' more ',
  '<h3>Part</h3>',
  '<label for="m">Of mood</label>',
  '<p><b>Notes</b></p>',
]
const asking = [
  '<input name="more">',
  '<p>Since when: <input name="since"></p>',
  '<label><input type="checkbox" name="yes"> Agreed</label>',
  '<select name="how"><option>One</option></select>',
]
const marks: [string, string[]][] = [
  ['class', ['gone', 'loud', 'touched', 'datepicker', 'signature', 'placed', '']],
  ['style', ['', 'display: none', 'font-weight: 700', 'color: red']],
  ['title', ['Hint', '']],
  ['aria-label', ['Heard', '']],
  ['aria-labelledby', ['named', 'm', '']],
  ['role', ['group', 'heading', 'presentation']],
  ['id', ['m', 'named', 'other']],
  ['name', ['mood', 'choice', 'other']],
  ['placeholder', ['How much?', 'MM/DD/YYYY']],
  ['type', ['text', 'date', 'checkbox', 'radio', 'hidden']],
  ['for', ['m', 'other']],
  ['hidden', ['']],
  ['disabled', ['']],
  ['readonly', ['']],
  ['value', ['1', 'two']],
]

const insertAt = (next: Random, element: Element, node: Node): void => {
  element.insertBefore(node, pick(next, [...element.childNodes, null]))
}

type Change = (next: Random, element: Element) => void

const changes: Record<string, Change> = {
  'adds what is empty': (next, element) => insertAt(next, element, make(pick(next, empty))),
  'adds what is empty to the end': (next) => document.body.append(make(pick(next, empty))),
  'adds words': (next, element) => insertAt(next, element, make(pick(next, worded))),
  'adds a control': (next, element) => insertAt(next, element, make(pick(next, asking))),
  'takes away what is empty': (next) => {
    const bare = everything().filter(
      (each) => !each.matches(controls) && !each.textContent?.trim() && !each.querySelector(controls),
    )
    if (bare.length > 0) pick(next, bare).remove()
  },
  'takes an element away': (_next, element) => {
    if (document.querySelectorAll(controls).length > 6 && element.querySelectorAll(controls).length < 3)
      element.remove()
  },
  'moves an element': (next, element) => {
    const into = pick(next, everything())
    if (!element.contains(into)) insertAt(next, into, element)
  },
  'wraps an element': (next, element) => {
    const around = document.createElement(pick(next, ['div', 'p', 'b', 'label', 'fieldset', 'span', 'li']))
    element.replaceWith(around)
    around.append(element)
  },
  'unwraps an element': (_next, element) => element.replaceWith(...element.childNodes),
  'copies an element over itself': (_next, element) => element.replaceWith(element.cloneNode(true)),
  marks: (next, element) => {
    const [name, values] = pick(next, marks)
    if (element.hasAttribute(name) && next(2) === 0) element.removeAttribute(name)
    else element.setAttribute(name, pick(next, values))
  },
  'marks a control': (next) => {
    const found = document.querySelectorAll(controls)
    if (found.length > 0) changes.marks?.(next, pick(next, found))
  },
  rewords: (next, element) => {
    const text = [...element.childNodes].find(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
    if (text) text.nodeValue = pick(next, ['Sleep', 'Yes', 'Part:', 'Other', '  '])
  },
  'changes options': (next) => {
    const select = document.querySelector('select')
    if (!select) return
    const [option] = select.options
    if (option && next(2) === 0) option.text = pick(next, ['Choose', 'None', 'Some'])
    else select.append(new Option(pick(next, ['More', 'Less'])))
  },
  'writes into an editor': (next) => {
    const editor = document.querySelector('[contenteditable]')
    editor?.append(make(pick(next, ['<p>Written</p>', 'more', '<br>'])))
  },
  'chooses an answer in a drawn list': (next) => {
    const shown = document.querySelector('[role="combobox"] span')
    if (shown) shown.textContent = pick(next, ['', 'Slow', 'Fast'])
  },
  'opens a drawn list of answers': (next) => {
    const list = document.querySelector('[role="combobox"] [role="listbox"]')
    list?.append(make(pick(next, ['<li role="option">Slow</li>', '<li role="option">Fast</li>'])))
  },
  'gives an answer': (next) => {
    const inputs = document.querySelectorAll('input')
    if (inputs.length === 0) return
    const control = pick(next, inputs)
    // Skip a control that has an id or is inside an element with an id. Such an element can be the label of another
    // control (`aria-labelledby`), and the answer would then change the label of the other control.
    if (control.closest('[id]')) return
    if (control.type === 'checkbox' || control.type === 'radio') control.checked = !control.checked
    else if (control.type === 'text') control.value = pick(next, ['', 'well'])
  },
}

const isQuiet = (name: string): boolean => /empty|editor|answer/.test(name)

/**
 * Changes the page at random, as scripts of pages do, and returns the name of the change. A kind of change that happens
 * during typing is chosen about three times as often as another kind.
 */
export function changeAtRandom(next: Random): string {
  const names = Object.keys(changes).filter((name) => next(4) > 0 === isQuiet(name))
  const name = pick(next, names.length > 0 ? names : ['marks'])
  const element = pick(next, everything())
  changes[name]?.(next, element)
  return `${name} (${element.localName})`
}

/** The kinds of changes that an update of an EHR makes to a form. */
export const mutations = ['ids', 'wrapped', 'reordered', 'frame', 'reworded', 'gone', 'twins'] as const
export type Mutation = (typeof mutations)[number]

export interface MutateRequest {
  kinds: readonly Mutation[]
  seed: number
  /**
   * The label of each control, by control name. If the label is in another element than the control, a change must keep
   * these two elements together.
   */
  labels: Record<string, string>
}

/**
 * Runs in the page, in the document that contains the form. The function is sent to the page as text, so it must not
 * use anything that is declared outside it. Returns the former name of each control, by the name that the control has
 * after the change.
 */
export function mutate({ kinds, seed, labels }: MutateRequest): Record<string, string> {
  let state = seed * 7919 + 17
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const controls = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  const before: Record<string, string> = {}
  for (const control of controls()) if (control.name) before[control.name] = control.name
  const has = (kind: Mutation): boolean => kinds.includes(kind)

  if (has('reworded')) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const said = new Set(Object.values(labels))
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const [at, text] of texts.entries()) {
      const words = text.data
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/[:*\s]+$/, '')
      if (said.has(words) && random() < 0.3)
        text.data = text.data.replace(words, `Asked otherwise ${'abcdefgh'[at % 8]}${at}`)
    }
  }
  /** Returns true if an element contains controls together with all their labels. */
  const whole = (element: Element): boolean => {
    const inside = [...element.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter(
      ({ name }) => labels[name],
    )
    const text = (element.textContent ?? '').replace(/\s+/g, ' ')
    return inside.length > 0 && inside.every(({ name }) => text.includes(labels[name] ?? '\u0000'))
  }
  const rows = (): Element[] =>
    [...document.querySelectorAll('tr, p, div, fieldset, li')].filter(
      (element) => whole(element) && ![...element.querySelectorAll('tr, p, div, fieldset, li')].some(whole),
    )
  if (has('twins')) {
    // Simulate a form that asks some questions twice: insert copies of rows. The controls of a copy have other names
    // and ids.
    for (const element of rows()) {
      if (random() > 0.3) continue
      const twin = element.cloneNode(true) as Element
      for (const control of twin.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
        const name = `twin_${control.name}`
        if (control.name) control.setAttribute('name', name)
        if (control.id) control.id = `twin_${control.id}`
        before[name] = name
      }
      for (const script of twin.querySelectorAll('script')) script.remove()
      if (random() < 0.5) element.before(twin)
      else element.after(twin)
    }
  }
  if (has('gone')) {
    for (const element of rows()) if (random() < 0.3) element.remove()
  }
  if (has('reordered')) {
    for (const element of [...document.querySelectorAll('tr, p, div, fieldset, li')]) {
      const next = element.nextElementSibling
      if (next && next.tagName === element.tagName && random() < 0.5 && whole(element) && whole(next))
        next.after(element)
    }
  }
  if (has('ids')) {
    const renamed = new Map<string, string>()
    const other = (name: string): string => {
      const known = renamed.get(name) ?? `z${Math.floor(random() * 1e6)}_${renamed.size}`
      renamed.set(name, known)
      return known
    }
    for (const control of controls()) {
      if (control.type === 'hidden') continue
      const { name } = control
      if (name) {
        control.setAttribute('name', other(name))
        before[other(name)] = name
      }
    }
    for (const element of document.querySelectorAll('[id]')) {
      if (element.matches('input:not([type="hidden"]), textarea, select, label, p'))
        element.id = other(`#${element.id}`)
    }
    for (const attribute of ['for', 'aria-labelledby']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        const known = renamed.get(`#${element.getAttribute(attribute)}`)
        if (known) element.setAttribute(attribute, known)
      }
    }
  }
  if (has('wrapped')) {
    for (const control of controls()) {
      if (random() > 0.4 || control.type === 'hidden') continue
      const around = document.createElement('span')
      control.replaceWith(around)
      around.append(control)
    }
    for (const element of [...document.querySelectorAll('form > *, form > div > *')]) {
      if (!/^(?:DIV|P|TABLE|FIELDSET|H2|H3)$/.test(element.tagName) || random() > 0.5) continue
      const around = document.createElement('div')
      element.replaceWith(around)
      around.append(element)
    }
  }
  if (has('frame')) {
    const form = document.querySelector('form:not([role="search"])')
    if (form && !document.querySelector('iframe')) {
      for (const script of form.querySelectorAll('script')) script.remove()
      const frame = document.createElement('iframe')
      frame.style.cssText = 'width: 1000px; height: 800px'
      form.replaceWith(frame)
      const inner = frame.contentDocument
      if (inner) inner.body.append(inner.importNode(form, true))
    }
  }
  return before
}

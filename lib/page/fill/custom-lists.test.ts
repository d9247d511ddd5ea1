// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { answerFor, control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'

const combobox = (label: string, more = '', shown = 'Select…') =>
  `<p id="${label}-label">${label}</p><div id="${label}" role="combobox" tabindex="0" aria-labelledby="${label}-label" aria-expanded="false" ${more}>${shown}</div>`
const option = (text: string, more = '') => `<div role="option" ${more}>${text}</div>`
const listbox = (id: string, ...options: string[]) => `<div id="${id}" role="listbox" hidden>${options.join('')}</div>`
const none = option('None', 'data-value=""')
/** Returns a form with a combobox. Its list is outside the form, and the combobox refers to it by `aria-controls`. */
const formOf = (label: string, options: string[], { shown = 'Select…', more = '' } = {}) =>
  `<form action="/notes/1">${combobox(label, `aria-controls="${label}-list"`, shown)}${more}</form>${listbox(`${label}-list`, ...options)}`

/**
 * Adds event handlers to the body that open, choose from and close the list of the combobox `label`, as a widget
 * library does. Returns an array to which the handlers add each event that they get. `onEscape`: true if the Escape key
 * closes the list.
 */
function behave(label: string, { onEscape = true } = {}): string[] {
  const told: string[] = []
  const [box, list] = [control<HTMLElement>(label), control<HTMLElement>(`${label}-list`)]
  const show = (open: boolean) => {
    box.setAttribute('aria-expanded', String(open))
    list.hidden = !open
  }
  document.body.onmousedown = ({ target }) =>
    told.push(`mousedown ${(target as Element).id || (target as Element).textContent}`)
  document.body.onclick = (event) => {
    const target = event.target as Element
    if (target === box) show(box.getAttribute('aria-expanded') !== 'true')
    else if (target.closest('[role="option"]')) {
      told.push(`pressed ${target.textContent}`)
      box.textContent = target.closest('[data-value=""]') ? 'Select…' : target.textContent
      show(false)
    } else told.push(`pressed ${target.id}`)
  }
  document.body.onkeydown = ({ key }) => {
    told.push(key)
    if (key === 'Escape' && onEscape) show(false)
  }
  return told
}
const shows = (label: string) => control<HTMLElement>(label).textContent
const isOpen = (label: string) => control(label).getAttribute('aria-expanded')

describe('A custom list', () => {
  test('gets its option by one press, hears that it changed, and is undone by its own empty option', async () => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full range')]))
    const told = behave('Affect')
    const changes: string[] = []
    for (const type of ['change', 'blur', 'focusout'])
      control('Affect').addEventListener(type, () => changes.push(type))
    expect(said(await page.fill({ Affect: 'full range' }))).toEqual(['Affect: written'])
    expect([shows('Affect'), isOpen('Affect')]).toEqual(['Full range', 'false'])
    expect(told).toEqual(['mousedown Affect', 'mousedown Full range', 'pressed Full range'])
    expect(changes).toEqual(expect.arrayContaining(['change', 'blur', 'focusout']))

    changes.length = 0
    expect(said(await page.undo())).toEqual(['Affect: written'])
    expect([shows('Affect'), isOpen('Affect')]).toEqual(['Select…', 'false'])
    expect(changes).toEqual(expect.arrayContaining(['change', 'blur', 'focusout']))
    expect(told).toContain('pressed None')
  })

  test('with an earlier choice gets this choice again by undo', async () => {
    const page = openForm(formOf('Affect', [option('Flat'), option('Full')], { shown: 'Flat' }))
    const told = behave('Affect')
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    expect(said(await page.undo())).toEqual(['Affect: written'])
    expect([shows('Affect'), told.filter((each) => each.startsWith('pressed'))]).toEqual([
      'Flat',
      ['pressed Full', 'pressed Flat'],
    ])
  })

  test('that closes by itself after a moment is written before', async () => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full')]))
    behave('Affect')
    control('Affect').addEventListener('mousedown', () =>
      page.clock.after(1000, () => {
        control<HTMLElement>('Affect-list').hidden = true
      }),
    )
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    expect(said(await page.undo())).toEqual(['Affect: written'])
  })

  test('that is open already stays open until its option is pressed', async () => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full')]))
    const told = behave('Affect')
    control('Affect').setAttribute('aria-expanded', 'true')
    control<HTMLElement>('Affect-list').hidden = false
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    expect(told).toEqual(['mousedown Full', 'pressed Full'])
  })

  test('inside a shadow root is pressed as by a user: the page outside hears it and can cancel it', async () => {
    const page = openForm('<form action="/notes/1"><div id="host"></div></form>')
    const shadow = control<HTMLElement>('host').attachShadow({ mode: 'open' })
    const kinds = '<option></option><option>Group</option>'
    shadow.innerHTML = `${combobox('Affect', 'aria-controls="Affect-list"')}${listbox('Affect-list', none, option('Full'))}
      <p><label for="kind">Kind</label> <select id="kind" name="kind">${kinds}</select></p>`
    const [box, list] = ['Affect', 'Affect-list'].map((id) => shadow.getElementById(id) as HTMLElement)
    const told: string[] = []
    for (const type of ['mousedown', 'mouseup', 'click', 'keydown', 'input'])
      document.body.addEventListener(type, (event) => {
        const [at] = event.composedPath() as HTMLElement[]
        event.preventDefault()
        told.push(`${type} ${at?.id || at?.textContent} ${event.defaultPrevented}`)
        if (!box || !list || event.type !== 'click') return
        if (at !== box) box.textContent = at?.dataset.value === '' ? 'Select…' : (at?.textContent ?? '')
        list.hidden = at !== box
      })
    const press = (id: string) => ['mousedown', 'mouseup', 'click'].map((type) => `${type} ${id} true`)
    expect(said(await page.fill({ Affect: 'full', Kind: 'group' }))).toEqual(['Affect: written', 'Kind: written'])
    expect(told).toEqual([...press('Affect'), ...press('Full'), 'input kind false'])
    told.length = 0
    expect(said(await page.undo())).toEqual(['Affect: written', 'Kind: written'])
    expect(told).toEqual(['input kind false', 'keydown Affect true', ...press('Affect'), ...press('None')])
  })

  test('takes an option only from its own list', async () => {
    const other = `<div role="listbox">${option('Full', 'id="other"')}</div>`
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full')], { more: other }))
    const told = behave('Affect')
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    expect(told).not.toContain('mousedown other')
  })

  test.each([
    ['two options of the same text', [option('Full'), option('Full')]],
    ['a hidden option', [option('Full', 'hidden')]],
    ['an option that is a link', ['<a href="#sign" role="option">Full</a>']],
    ['an option inside a link', [`<a href="#sign">${option('Full')}</a>`]],
    ['an option inside a button', [`<button>${option('Full')}</button>`]],
  ])('presses no doubtful or dangerous option: %s. It is closed, and the old choice stands', async (_what, options) => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Labile')]))
    const reading = page.read()
    const told = behave('Affect')
    const [field] = reading.fields
    control('Affect-list').innerHTML = [none, option('Flat'), ...options].join('')
    const question = { label: 'Affect', section: field?.section ?? '', options: [] }
    const write = { fieldId: field?.id ?? '', ...question, kind: 'single_choice' as const, from: [], to: ['Full'] }
    const plan = { nonce: reading.nonce, url: reading.url, patient: null, encounter: '', writes: [write], refusals: [] }
    expect(said(await page.write(plan))).toEqual(['Affect: failed rejected-by-page'])
    expect(told).toContain('Escape')
    expect(told.filter((each) => each.includes('Full'))).toEqual([])
    expect([shows('Affect'), isOpen('Affect')]).toEqual(['Select…', 'false'])
    expect(await page.undo()).toEqual([])
  })

  test.each([
    ['two empty options', [none, option('Select…')]],
    ['an empty option that is a link', ['<a href="#sign" role="option" data-value="">None</a>']],
    ['an empty option inside a link', [`<a href="#sign">${none}</a>`]],
  ])('is not cleared by %s: undo says that the choice stands, and the list is closed', async (_what, options) => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full')]))
    const told = behave('Affect', { onEscape: false })
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    control('Affect-list').innerHTML = [...options, option('Flat'), option('Full')].join('')
    told.length = 0
    expect(said(await page.undo())).toEqual(['Affect: failed rejected-by-page'])
    expect(told.filter((each) => each.startsWith('pressed'))).toEqual([])
    expect([shows('Affect'), isOpen('Affect')]).toEqual(['Full', 'false'])
  })

  test('that disappears while it is written or undone has a receipt that says so', async () => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full')]))
    behave('Affect')
    const list = control('Affect-list')
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    list.addEventListener('click', () => control('Affect').remove())
    expect(said(await page.undo())).toEqual(['Affect: failed rejected-by-page'])

    const other = openForm(formOf('Affect', [none, option('Flat'), option('Full')]))
    behave('Affect')
    control('Affect').addEventListener('mousedown', () => control('Affect').remove())
    expect(said(await other.fill({ Affect: 'full' }))).toEqual(['Affect: failed not-found'])
    expect(other.journal.entries).toEqual([])
  })

  test('whose options come later is waited for; so is its empty option', async () => {
    const page = openForm(formOf('Affect', [none, option('Flat'), option('Full')]))
    behave('Affect')
    const list = control('Affect-list')
    const options = list.innerHTML
    const later = () => {
      list.innerHTML = ''
      page.clock.after(500, () => {
        list.innerHTML = options
      })
    }
    control('Affect').addEventListener('mousedown', later)
    expect(said(await page.fill({ Affect: 'full' }))).toEqual(['Affect: written'])
    expect(said(await page.undo())).toEqual(['Affect: written'])
    expect(shows('Affect')).toBe('Select…')
  })
})

describe('A custom list with a text input', () => {
  const inputForm =
    '<form action="/notes/1"><p><label for="Route">Route</label> <input id="Route" role="combobox" aria-expanded="false" aria-controls="Route-list"></p></form>'
  /**
   * Makes the input and the list of `inputForm` work like a widget. Only a click on an option of the list sets `kept`,
   * the value that the widget stores. The Backspace key clears it.
   */
  function widget(): { kept: string[] } {
    const state = { kept: [''] }
    const [input, list] = [control('Route'), control<HTMLElement>('Route-list')]
    input.onclick = () => {
      list.hidden = false
    }
    list.onclick = ({ target }) => {
      state.kept = [(target as Element).textContent ?? '']
      input.value = state.kept[0] ?? ''
      list.hidden = true
    }
    input.onkeydown = ({ key }) => {
      if (key !== 'Backspace') return
      state.kept = ['']
      input.value = ''
    }
    return state
  }

  test('is undone by its Backspace key', async () => {
    const page = openForm(inputForm + listbox('Route-list', option('Oral'), option('Nasal')))
    const state = widget()
    expect(said(await page.fill({ Route: 'Nasal' }))).toEqual(['Route: written'])
    expect([control('Route').value, state.kept]).toEqual(['Nasal', ['Nasal']])
    expect(said(await page.undo())).toEqual(['Route: written'])
    expect([control('Route').value, state.kept]).toEqual(['', ['']])
  })

  test('is written only if its framework has the choice, too', async () => {
    for (const [stored, outcome] of [
      ['Oral', 'failed rejected-by-page'],
      ['', 'failed rejected-by-page'],
      ['NASAL', 'written'],
    ] as const) {
      const page = openForm(inputForm + listbox('Route-list', option('Oral'), option('Nasal')))
      widget()
      answerFor(control('Route'), ({ verb }) => (verb === 'read' ? { text: stored } : {}))
      expect(said(await page.fill({ Route: 'Nasal' }))).toEqual([`Route: ${outcome}`])
    }
  })
})

describe('A list of several choices', () => {
  const label = '<label for="goals">Goals</label>'
  const input = (more = '') =>
    `<input id="goals" role="combobox" aria-expanded="false" aria-controls="goals-list" ${more}>`
  /** Returns a form whose list shows its choices as chips before its empty input, as most libraries do. */
  const chipsForm = (chosen: string[], options: string[], { several = 'aria-multiselectable="true"' } = {}) =>
    `<form action="/notes/1">${label}<div id="box">${chosen.map((each) => `<span class="chip">${each}</span>`).join('')}${input()}</div></form>
    <div id="goals-list" role="listbox" ${several} hidden>${options.map((each) => option(each, `aria-selected="${chosen.includes(each)}"`)).join('')}</div>`

  /** Adds the handlers of a library. Returns what was pressed, and the chosen options in the order of the presses. */
  function behaveAsSeveral({ most = Number.POSITIVE_INFINITY, isDeaf = false } = {}) {
    const [box, list] = [control<HTMLElement>('box'), control<HTMLElement>('goals-list')]
    const chips = () => [...box.querySelectorAll('.chip')].map(({ textContent }) => textContent ?? '')
    const pressed: string[] = []
    const show = (open: boolean) => {
      control('goals').setAttribute('aria-expanded', String(open))
      list.hidden = !open
    }
    const draw = (chosen: string[]) => {
      for (const chip of box.querySelectorAll('.chip')) chip.remove()
      for (const each of chosen) {
        const chip = document.createElement('span')
        chip.className = 'chip'
        chip.textContent = each
        box.insertBefore(chip, control('goals'))
      }
      for (const each of list.querySelectorAll('[role="option"]'))
        each.setAttribute('aria-selected', String(chosen.includes(each.textContent ?? '')))
    }
    document.body.onclick = ({ target }) => {
      const words = (target as Element).closest('[role="option"]')?.textContent
      if (target === control('goals')) show(true)
      if (!words) return
      pressed.push(words)
      const chosen = chips()
      if (isDeaf) return
      draw(chosen.includes(words) ? chosen.filter((each) => each !== words) : [...chosen, words].slice(-most))
    }
    document.body.onkeydown = ({ key }) => {
      if (key === 'Escape') show(false)
      if (key === 'Backspace') draw(chips().slice(0, -1))
    }
    return { pressed, chips }
  }

  test('gets exactly the wanted ones by a press each, is closed, and undo chooses the earlier ones again', async () => {
    const page = openForm(chipsForm(['Work'], ['Sleep', 'Work', 'Family']))
    const { pressed, chips } = behaveAsSeveral()
    expect(page.read().fields[0]?.value).toEqual(['Work'])
    expect(said(await page.fill({ Goals: ['Family', 'sleep'] }))).toEqual(['Goals: written'])
    expect([chips(), pressed, isOpen('goals')]).toEqual([['Family', 'Sleep'], ['Work', 'Family', 'Sleep'], 'false'])
    expect(said(await page.undo())).toEqual(['Goals: written'])
    expect([chips(), isOpen('goals')]).toEqual([['Work'], 'false'])
  })

  test('without a choice is empty again after undo', async () => {
    const page = openForm(chipsForm([], ['Sleep', 'Work', 'Family']))
    const { chips } = behaveAsSeveral()
    expect(said(await page.fill({ Goals: ['Sleep', 'Family'] }))).toEqual(['Goals: written'])
    expect(said(await page.undo())).toEqual(['Goals: written'])
    expect(chips()).toEqual([])
  })

  test('that no longer offers what is chosen loses it by a key', async () => {
    const page = openForm(chipsForm(['Rest'], ['Sleep', 'Family']))
    const { chips } = behaveAsSeveral()
    expect(said(await page.fill({ Goals: ['Sleep', 'Family'] }))).toEqual(['Goals: written'])
    expect(chips()).toEqual(['Sleep', 'Family'])
  })

  test.each([
    ['does not offer one of them', {}, ['Sleep', 'Rest']],
    ['takes only one', { most: 1 }, ['Sleep', 'Family']],
    ['ignores the press', { isDeaf: true }, ['Sleep', 'Family']],
  ])('that %s is not written, and its earlier choice stands', async (_name, library, wanted) => {
    const page = openForm(chipsForm(['Work'], ['Sleep', 'Work', 'Family']))
    const { chips } = behaveAsSeveral(library)
    expect(said(await page.fill({ Goals: wanted }))).toEqual(['Goals: failed rejected-by-page'])
    expect([chips(), isOpen('goals')]).toEqual([['Work'], 'false'])
  })

  test('a list that does not say that it takes several gets no two answers', async () => {
    const page = openForm(chipsForm(['Work'], ['Sleep', 'Work', 'Family'], { several: '' }))
    const { pressed, chips } = behaveAsSeveral()
    expect(said(await page.fill({ Goals: ['Sleep', 'Family'] }))).toEqual(['Goals: failed rejected-by-page'])
    expect([chips(), pressed.includes('Sleep')]).toEqual([['Work'], false])
  })

  test('the options of another list that stays open are never pressed', async () => {
    const other = `<div id="other" role="listbox" aria-multiselectable="true">${['Sleep', 'Work', 'Family'].map((each) => option(each, 'aria-selected="true"')).join('')}</div>`
    const page = openForm(
      `<form action="/notes/1">${label}${input().replace('aria-controls="goals-list"', '')}</form>${other}`,
    )
    const pressed: string[] = []
    document.body.onclick = ({ target }) => void pressed.push((target as Element).textContent ?? '')
    expect(said(await page.fill({ Goals: 'Rest' }))).toEqual(['Goals: written'])
    expect(said(await page.undo())).toEqual(['Goals: written'])
    expect(pressed.filter(Boolean)).toEqual([])
  })
})

// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { control, openForm, said } from '../../../tests/ehr-pages/form-in-memory.ts'

const row = (id: string, label: string, more = '') =>
  `<p id="${id}-row"><label for="${id}">${label}</label> <input id="${id}" name="${id}" ${more}></p>`
const box = (name: string, value: string, more = '') =>
  `<label><input type="checkbox" name="${name}" value="${value}" ${more}> ${value}</label>`
const radio = (name: string, value: string) =>
  `<label><input type="radio" name="${name}" value="${value}"> ${value}</label>`
const question = (label: string, ...options: string[]) =>
  `<fieldset><legend>${label}</legend>${options.join(' ')}</fieldset>`
const formOf = (...rows: string[]) => `<form action="/notes/1">${rows.join('')}</form>`
const ticked = () => [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value)

describe('An option that excludes the other ones', () => {
  const allergies = (...checked: string[]) =>
    formOf(
      question(
        'Allergies',
        ...['Penicillin', 'Latex', 'None'].map((each) => box('a', each, checked.includes(each) ? 'checked' : '')),
      ),
    )
  /** Clears and locks the other boxes while "None" is ticked, a moment after the press. */
  const excluding = (page: ReturnType<typeof openForm>) => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[type="checkbox"]')]
    const none = boxes.find(({ value }) => value === 'None')
    const others = boxes.filter((each) => each !== none)
    const lock = () => {
      for (const each of others) {
        if (none?.checked) each.checked = false
        each.disabled = none?.checked === true
      }
    }
    lock()
    document.body.addEventListener('click', () => page.clock.after(30, lock))
  }

  test('gives way to other answers, and is ticked again by undo', async () => {
    const page = openForm(allergies('None'))
    excluding(page)
    expect(said(await page.fill({ Allergies: ['Penicillin', 'Latex'] }))).toEqual(['Allergies: written'])
    expect(ticked()).toEqual(['Penicillin', 'Latex'])
    expect(said(await page.undo())).toEqual(['Allergies: written'])
    expect(ticked()).toEqual(['None'])
  })

  test('takes no answer with it: undo ticks the cleared ones again', async () => {
    const page = openForm(allergies('Penicillin', 'Latex'))
    excluding(page)
    expect(said(await page.fill({ Allergies: ['None'] }))).toEqual(['Allergies: written'])
    expect(ticked()).toEqual(['None'])
    expect(said(await page.undo())).toEqual(['Allergies: written'])
    expect(ticked()).toEqual(['Penicillin', 'Latex'])
  })
})

describe('A value that the page changes because of a fill', () => {
  const open = () => {
    const page = openForm(formOf(row('drinks', 'Drinks'), row('twin', 'Clinic', 'value="Old clinic"')))
    control('drinks').addEventListener('change', () => {
      control('twin').value = control('drinks').value === '' ? control('twin').value : ''
    })
    return page
  }

  test('is restored by undo', async () => {
    const page = open()
    expect(said(await page.fill({ Drinks: '3' }))).toEqual(['Drinks: written'])
    expect(control('twin').value).toBe('')
    expect(said(await page.undo())).toEqual(['Drinks: written'])
    expect([control('drinks').value, control('twin').value]).toEqual(['', 'Old clinic'])
  })

  test('stays if somebody has changed it since', async () => {
    const page = open()
    await page.fill({ Drinks: '3' })
    control('twin').value = 'New clinic'
    await page.undo()
    expect(control('twin').value).toBe('New clinic')
  })

  test('has a receipt that says so if the page does not take it back', async () => {
    const page = open()
    await page.fill({ Drinks: '3' })
    control('twin').addEventListener('input', () => {
      control('twin').value = ''
    })
    expect(said(await page.undo())).toEqual(['Drinks: written', 'Clinic: failed rejected-by-page'])
  })
})

describe('A field that another one shows or enables', () => {
  const pain = question('Any pain today?', radio('pain', 'Yes'), radio('pain', 'No'))
  const reveal = () => {
    const shown = () => {
      control<HTMLElement>('note2-row').hidden = document.querySelector<HTMLInputElement>(':checked')?.value !== 'Yes'
    }
    shown()
    document.body.addEventListener('change', shown)
  }

  test('is written in the same fill, and undo hides it again', async () => {
    const page = openForm(formOf(pain, row('note2', 'Where is the pain?')))
    reveal()
    expect(said(await page.fill({ 'Any pain today?': 'Yes', 'Where is the pain?': 'Knee' }))).toEqual([
      'Any pain today?: written',
      'Where is the pain?: written',
    ])
    expect(control('note2').value).toBe('Knee')
    expect(said(await page.undo())).toEqual(['Any pain today?: written', 'Where is the pain?: written'])
    expect([control('note2').value, ticked()]).toEqual(['', []])
  })

  test('does not take the value of its twin, or its undo', async () => {
    const page = openForm(formOf(pain, row('note2', 'Where is the pain?'), row('note1', 'Reason for visit')))
    reveal()
    const outcomes = ['Any pain today?: written', 'Reason for visit: written']
    expect(said(await page.fill({ 'Any pain today?': 'Yes', 'Reason for visit': 'Follow-up' }))).toEqual(outcomes)
    expect([control('note1').value, control('note2').value]).toEqual(['Follow-up', ''])
    expect(said(await page.undo())).toEqual(outcomes)
    expect([control('note1').value, control('note2').value]).toEqual(['', ''])
  })

  test('is written if it was locked before', async () => {
    const page = openForm(formOf(row('mood', 'Mood'), row('why', 'Reason', 'disabled')))
    control('mood').addEventListener('change', () => {
      control('why').disabled = control('mood').value === ''
    })
    expect(said(await page.fill({ Mood: 'low', Reason: 'Grief' }))).toEqual(['Mood: written', 'Reason: written'])
    expect(said(await page.undo())).toEqual(['Mood: written', 'Reason: written'])
    expect([control('mood').value, control('why').value]).toEqual(['', ''])
  })

  test('keeps the words that it has if it was locked before', async () => {
    const page = openForm(formOf(row('mood', 'Mood'), row('why', 'Reason', 'disabled value="Own words"')))
    control('mood').addEventListener('change', () => {
      control('why').disabled = control('mood').value === ''
    })
    expect(said(await page.fill({ Mood: 'low', Reason: 'Grief' }))).toEqual([
      'Mood: written',
      'Reason: refused read-only',
    ])
    expect(control('why').value).toBe('Own words')
  })
})

describe('A text whose number the page stores in a hidden input', () => {
  const open = (more = '', id = '') =>
    openForm(
      formOf(
        `<p><label for="who">Provider</label> <input id="who" ${more}><input type="hidden" name="provider_id" value="${id}"></p>`,
      ),
    )

  test('is not written while the hidden input is empty', async () => {
    const page = open()
    expect(said(await page.fill({ Provider: 'Brandt, Ida' }))).toEqual(['Provider: failed no-such-option'])
    expect([control('who').value, control('provider_id').value]).toEqual(['', ''])
  })

  test('is not written if the page marks the hidden input as an error, and the mark is removed', async () => {
    const page = open()
    control('who').addEventListener('blur', () => {
      if (control('who').value !== '') control('provider_id').value = 'ERROR'
    })
    expect(said(await page.fill({ Provider: 'Brandt, Ida' }))).toEqual(['Provider: failed no-such-option'])
    expect([control('who').value, control('provider_id').value]).toEqual(['', ''])
  })

  test('is not written if the hidden input keeps the number of another one', async () => {
    const page = open('value="Okafor, Sam"', '9')
    expect(said(await page.fill({ Provider: 'Brandt, Ida' }))).toEqual(['Provider: failed no-such-option'])
    expect([control('who').value, control('provider_id').value]).toEqual(['Okafor, Sam', '9'])
  })

  test('is written by its suggestion, and undo restores text and number', async () => {
    const page = open()
    control('who').addEventListener('input', () => {
      document.body.querySelector('ul')?.remove()
      if (control('who').value === '') return
      document.body.insertAdjacentHTML('beforeend', '<ul><li>Brandt, Ida</li><li>Brandt, Ida Maria</li></ul>')
      document.body.querySelector('li')?.addEventListener('click', () => {
        control('provider_id').value = '7'
        document.body.querySelector('ul')?.remove()
      })
    })
    expect(said(await page.fill({ Provider: 'Brandt, Ida' }))).toEqual(['Provider: written'])
    expect([control('who').value, control('provider_id').value]).toEqual(['Brandt, Ida', '7'])
    expect(said(await page.undo())).toEqual(['Provider: written'])
    expect([control('who').value, control('provider_id').value]).toEqual(['', ''])
  })

  test('is written as any text if the hidden input belongs to the question', async () => {
    const page = openForm(
      formOf(
        '<p><label for="mood">Mood</label> <input id="mood" name="mood"><input type="hidden" name="question" value="17"></p>',
      ),
    )
    expect(said(await page.fill({ Mood: 'low' }))).toEqual(['Mood: written'])
  })
})

describe('An editable combobox', () => {
  const combobox = (value: string) => openForm(formOf(row('a', 'Provider', `role="combobox" value="${value}"`)))

  test.each(['', 'Dr Hill'])('that takes any text has its old text “%s” again after undo', async (old) => {
    const page = combobox(old)
    expect(said(await page.fill({ Provider: 'Dr Lund' }))).toEqual(['Provider: written'])
    expect(said(await page.undo())).toEqual(['Provider: written'])
    expect(control('a').value).toBe(old)
  })

  test('that rejects the text has its old text again at once', async () => {
    const page = combobox('Dr Hill')
    control('a').addEventListener('blur', () => {
      if (control('a').value !== 'Dr Hill') control('a').value = ''
    })
    expect(said(await page.fill({ Provider: 'Dr Lund' }))).toEqual(['Provider: failed rejected-by-page'])
    expect(control('a').value).toBe('Dr Hill')
  })
})

test('a text that a widget drops when it is visited again is not reported as written', async () => {
  const page = openForm(formOf(row('a', 'Seen')))
  control('a').addEventListener('focus', () => {
    control('a').value = ''
  })
  expect(said(await page.fill({ Seen: 'today' }))).toEqual(['Seen: failed rejected-by-page'])
  expect(page.journal.entries).toEqual([])
})

describe('A read-only input', () => {
  const opening = (more: string) => openForm(formOf(row('name', 'Preferred name', `readonly ${more}`)))

  test.each([
    ['at once', 'onfocus="this.readOnly = false"'],
    ['and locks it again when it is left', 'onfocus="this.readOnly = false" onblur="this.readOnly = true"'],
  ])('that the page makes editable when it gets the focus, %s, is filled and undone', async (_how, more) => {
    const page = opening(more)
    expect(said(await page.fill({ 'Preferred name': 'Annie' }))).toEqual(['Preferred name: written'])
    expect(control('name').value).toBe('Annie')
    expect(said(await page.undo())).toEqual(['Preferred name: written'])
    expect(control('name').value).toBe('')
  })

  test('that the page makes editable a moment later is filled', async () => {
    const page = opening('')
    control('name').addEventListener('focus', () =>
      page.clock.after(20, () => control('name').removeAttribute('readonly')),
    )
    expect(said(await page.fill({ 'Preferred name': 'Annie' }))).toEqual(['Preferred name: written'])
  })

  test.each([
    ['stays read-only', ''],
    ['has words', 'onfocus="this.readOnly = false" value="Ann"'],
  ])('that %s is refused', async (_how, more) => {
    const page = opening(more)
    expect(said(await page.fill({ 'Preferred name': 'Annie' }))).toEqual(['Preferred name: refused read-only'])
  })
})

/* Imitates a Kipu page: updates a model on each event, saves some items at once, and records clicks on buttons. */
const model = {}
const presses = []
const executed = []
window.kipu = { model, presses, executed, saves: 0 }

const formOf = () => document.querySelector('form.edit_patient_evaluation')
const key = (control) => control.name.replace(/^patient_evaluation/, '')

function remember(control) {
  if (!control.name) return
  if (control.type === 'checkbox') {
    const same = formOf().querySelectorAll(`input[name="${CSS.escape(control.name)}"]`)
    model[key(control)] = [...same].filter((box) => box.checked).map((box) => box.value)
  } else if (control.type === 'radio') {
    const same = formOf().querySelectorAll(`input[name="${CSS.escape(control.name)}"]`)
    model[key(control)] = [...same].find((radio) => radio.checked)?.value ?? ''
  } else if (control.multiple) model[key(control)] = [...control.selectedOptions].map(({ value }) => value)
  else model[key(control)] = control.value
}

/* Imitates an item that saves itself: after a moment, the page replaces its form by a new one with the saved values. */
function saveAndDrawAnew() {
  const state = structuredClone(model)
  document.getElementById('wait_bar').hidden = false
  setTimeout(() => {
    const form = formOf()
    const fresh = form.cloneNode(true)
    for (const control of fresh.querySelectorAll('input, textarea, select')) {
      const saved = state[key(control)]
      if (saved === undefined) continue
      if (control.type === 'checkbox') control.checked = saved.includes(control.value)
      else if (control.type === 'radio') control.checked = control.value === saved
      else control.value = saved
    }
    form.replaceWith(fresh)
    window.kipu.saves++
    listen()
    document.getElementById('wait_bar').hidden = true
  }, 250)
}

function listen() {
  const form = formOf()
  if (!form) return
  form.addEventListener('change', (event) => {
    remember(event.target)
    if (event.target.classList.contains('submittable_wait_bar')) saveAndDrawAnew()
  })
  for (const target of form.querySelectorAll('[id$="_inline_target"]')) {
    const behind = document.getElementById(target.id.replace(/_inline_target$/, ''))
    target.addEventListener('input', () => {
      behind.value = target.innerHTML
      remember(behind)
    })
  }
  // select2 hides a select, and shows the chosen option in its own element after each change.
  for (const select of form.querySelectorAll('select.select2-hidden-accessible'))
    select.addEventListener('change', () => {
      const shown = select.nextElementSibling.querySelector('.select2-selection__rendered')
      shown.textContent = select.selectedOptions[0]?.text ?? ''
    })
  // Chosen hides a select and shows its own element in its place. It updates this element only after the event
  // `chosen:updated`.
  for (const select of form.querySelectorAll('select.chosen-select')) {
    select.addEventListener('chosen:updated', () => {
      const drawn = select.nextElementSibling
      const chosen = [...select.selectedOptions].map(({ text }) => text)
      const single = drawn.querySelector('.chosen-single span')
      if (single) single.textContent = chosen.join() || 'Select an Option'
      for (const old of drawn.querySelectorAll('.search-choice')) old.remove()
      const field = drawn.querySelector('.search-field')
      for (const text of field ? chosen : []) {
        const choice = document.createElement('li')
        choice.className = 'search-choice'
        choice.textContent = text
        field.before(choice)
      }
    })
  }
  for (const box of form.querySelectorAll('[data-none-for]')) {
    const text = document.getElementById(box.dataset.noneFor)
    box.addEventListener('click', () => {
      text.hidden = box.checked
    })
  }
}

/* Imitates check_box_first_value_none of Kipu: the first check box and the others exclude each other. */
window.firstValueNone = (box) => {
  const boxes = [...box.closest('.checkbox_list_wrap').querySelectorAll('input[type="checkbox"]')]
  if (box === boxes[0] && box.checked) for (const other of boxes.slice(1)) other.checked = false
  else if (box.checked) boxes[0].checked = false
  boxes.forEach(remember)
}

for (const type of ['click', 'submit']) {
  document.addEventListener(
    type,
    (event) => {
      const pressed = event.target.closest('button, input[type="submit"], input[type="button"], a, form')
      if (type === 'submit' || (pressed && pressed.tagName !== 'FORM')) {
        presses.push(pressed.id || pressed.textContent)
        event.preventDefault()
      }
    },
    true,
  )
}
listen()

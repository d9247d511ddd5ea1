/* The demonstration chart's own behaviour: it keeps a model from the events it hears, as a real EHR does. */
const form = document.querySelector('form.edit_patient_evaluation')
const waitBar = document.getElementById('wait_bar')

/** What the chart would save: filled by events alone, so a value nobody announced is not in it. */
window.chartModel = {}
/** Every press of a button that finishes something; Chartside must leave it empty. */
window.chartPresses = []

const keyOf = (control) => control.name.replace(/^patient_evaluation/, '')

const remember = (control) => {
  if (control.type === 'checkbox') {
    const boxes = form.querySelectorAll(`input[name="${CSS.escape(control.name)}"]:checked`)
    window.chartModel[keyOf(control)] = [...boxes].map((box) => box.value)
  } else {
    window.chartModel[keyOf(control)] = control.value
  }
}

/** Some controls save themselves on change: the bar shows while the chart is busy and the control is locked. */
const saveOne = async (control) => {
  waitBar.hidden = false
  try {
    await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' },
      body: new URLSearchParams({ _method: 'patch', [control.name]: control.value }),
    })
  } finally {
    waitBar.hidden = true
  }
}

form.addEventListener('change', (event) => {
  const control = event.target
  if (!control.name) return
  remember(control)
  if (control.classList.contains('submittable_wait_bar')) void saveOne(control)
})

for (const target of form.querySelectorAll('.inline_target')) {
  const behind = document.getElementById(target.id.replace(/_inline_target$/, ''))
  target.addEventListener('input', () => {
    behind.value = target.innerHTML
    remember(behind)
  })
}

for (const button of form.querySelectorAll('.form_foot button, .form_foot input')) {
  button.addEventListener('click', () => window.chartPresses.push(button.id))
}
for (const plain of document.querySelectorAll('form'))
  plain.addEventListener('submit', (event) => event.preventDefault())

const audio = document.getElementById('visit_audio')
const join = document.getElementById('join_visit')
const callStatus = document.getElementById('call_status')
const callTime = document.getElementById('call_time')

const show = (text, live) => {
  callStatus.textContent = text
  callStatus.classList.toggle('live', live)
}
const start = () => {
  audio.play().then(
    () => {
      join.disabled = true
      join.textContent = 'In the visit'
      show('Live', true)
    },
    () => show('Press Join visit', false),
  )
}
join.addEventListener('click', start)
audio.addEventListener('timeupdate', () => {
  const seconds = Math.floor(audio.currentTime)
  callTime.textContent = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
})
audio.addEventListener('ended', () => {
  show('Ended', false)
  join.disabled = false
  join.textContent = 'Join visit'
})
if (new URLSearchParams(location.search).get('autoplay') === '1') start()

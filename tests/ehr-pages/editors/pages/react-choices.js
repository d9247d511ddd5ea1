import { Component, createElement as h, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'

// One choice for each way in which an application may store it. At the start, nothing is chosen. The page offers no way
// to remove a choice.
const old = (value, none) => (window.full ? value : none)
const held = {}
let drawn = 0
const reading = {
  read: () => JSON.stringify(Object.fromEntries(Object.keys(held).map((name) => [name, held[name]() ?? null]))),
}
window.subject = { text: reading.read, state: reading.read }

const radios = (name, of) =>
  h(
    'fieldset',
    { key: `${name} ${drawn}` },
    h('legend', null, name),
    ['Low', 'High'].map((value) =>
      h('label', { key: value }, h('input', { type: 'radio', name, value, ...of(value) }), value),
    ),
  )

function ByReducer() {
  const [state, tell] = useReducer((now, { to }) => ({ ...now, mood: to }), { mood: old('Low', ''), seen: 1 })
  held.reducer = () => state.mood
  return radios('Mood', (value) => ({ checked: state.mood === value, onChange: (e) => tell({ to: e.target.value }) }))
}

const listeners = new Set()
let stored = old('Low', '')
const store = {
  subscribe(listen) {
    listeners.add(listen)
    return () => listeners.delete(listen)
  },
  get: () => stored,
  set: (value) => {
    stored = value
    for (const listen of listeners) listen()
  },
}
function ByOuterStore() {
  const sleep = useSyncExternalStore(store.subscribe, store.get)
  held.store = () => stored
  return radios('Sleep', (value) => ({ checked: sleep === value, onChange: (e) => store.set(e.target.value) }))
}

class ByClass extends Component {
  state = { energy: old('Low', null), seen: 1 }
  render() {
    held.class = () => this.state.energy
    return radios('Energy', (value) => ({
      checked: this.state.energy === value,
      onChange: () => this.setState({ energy: value }),
    }))
  }
}

function ByRef() {
  const form = useRef({ values: { focus: old('Low', '') } })
  const [, draw] = useState(0)
  held.ref = () => form.current.values.focus
  const set = (e) => {
    form.current = { values: { focus: e.target.value } }
    draw((times) => times + 1)
  }
  return radios('Focus', (value) => ({ checked: form.current.values.focus === value, onChange: set }))
}

function ByItself() {
  const group = useRef(null)
  held.page = () => group.current?.querySelector(':checked')?.value
  return h(
    'div',
    { ref: group },
    radios('Appetite', (value) => ({ defaultChecked: old('Low', '') === value })),
  )
}

function ByHook() {
  const [answer, setAnswer] = useState(old({ id: 1, said: 'Low' }, undefined))
  held.hook = () => answer?.id
  return radios('Anxiety', (value) => ({
    checked: answer?.said === value,
    onChange: () => setAnswer({ id: value === 'Low' ? 1 : 2, said: value }),
  }))
}

function List() {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(old('Low', null))
  held.list = () => chosen
  const pick = (value) => {
    setChosen(value)
    setOpen(false)
  }
  return h(
    'div',
    null,
    h('p', { id: 'risk' }, 'Risk'),
    h(
      'div',
      {
        key: `box ${drawn}`,
        role: 'combobox',
        tabIndex: 0,
        'aria-labelledby': 'risk',
        'aria-expanded': open,
        'aria-controls': 'risks',
        onClick: () => setOpen(!open),
      },
      chosen ?? 'Select…',
    ),
    open &&
      h(
        'ul',
        { id: 'risks', role: 'listbox' },
        ['Low', 'High'].map((value) => h('li', { key: value, role: 'option', onClick: () => pick(value) }, value)),
      ),
  )
}

const root = createRoot(document.querySelector('#note'))
const draw = () =>
  root.render(
    h(
      'div',
      null,
      [ByReducer, ByOuterStore, ByClass, ByRef, ByItself, ByHook, List].map((each) =>
        h(each, { key: each.name, drawn }),
      ),
    ),
  )
// Replaces all elements by new ones with the same states.
window.drawAnew = () => {
  drawn++
  draw()
}
draw()

import { createElement as h, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'

// Custom lists whose choice only the page's code can restore. The choice is stored in a different place in each list: a
// reducer, a store, a ref, or outside the components.
const old = (none) => (window.full ? 'Low' : none)
const held = {}
const state = () => JSON.stringify(Object.fromEntries(Object.keys(held).map((name) => [name, held[name]() ?? null])))
window.subject = { text: state, state }

function List({ name, chosen, pick }) {
  const [open, setOpen] = useState(false)
  const box = {
    role: 'combobox',
    tabIndex: 0,
    'aria-labelledby': `${name}-label`,
    'aria-expanded': open,
    'aria-controls': `${name}-list`,
    onClick: () => setOpen(!open),
  }
  const option = (value) => {
    const choose = () => {
      pick(value)
      setOpen(false)
    }
    return h('li', { key: value, role: 'option', onClick: choose }, value)
  }
  return h(
    'div',
    null,
    h('p', { id: `${name}-label` }, name),
    h('div', box, chosen || 'Select…'),
    open && h('ul', { id: `${name}-list`, role: 'listbox' }, ['Low', 'High'].map(option)),
  )
}

function ByReducer() {
  const [{ mood }, tell] = useReducer((now, { to }) => ({ ...now, mood: to }), { mood: old('') })
  held.reducer = () => mood
  return h(List, { name: 'Mood', chosen: mood, pick: (to) => tell({ to }) })
}

const listeners = new Set()
let stored = old('')
function ByStore() {
  const sleep = useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => stored,
  )
  held.store = () => stored
  const pick = (value) => {
    stored = value
    for (const listen of listeners) listen()
  }
  return h(List, { name: 'Sleep', chosen: sleep, pick })
}

function ByRef() {
  const form = useRef({ values: { focus: old('') } })
  const [, draw] = useState(0)
  held.ref = () => form.current.values.focus
  const pick = (value) => {
    form.current.values.focus = value
    draw((times) => times + 1)
  }
  return h(List, { name: 'Focus', chosen: form.current.values.focus, pick })
}

let past = old('')
function PastComponents() {
  const [, draw] = useState(0)
  held.past = () => past
  const pick = (value) => {
    past = value
    draw((times) => times + 1)
  }
  return h(List, { name: 'Risk', chosen: past, pick })
}

createRoot(document.querySelector('#note')).render(
  h('div', null, h(ByReducer), h(ByStore), h(ByRef), h(PastComponents)),
)

import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

// Two custom lists. Nothing is selected at first, and a selection cannot be cleared. React keeps the state of the first
// list, a plain script keeps the state of the second list.
const places = ['Office', 'Telehealth']

function Setting() {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  Object.assign(window, { setting: chosen })
  const choose = (place: string) => {
    setChosen(place)
    setOpen(false)
  }
  return (
    <>
      <p id="setting">Setting</p>
      <div
        role="combobox"
        tabIndex={0}
        aria-labelledby="setting"
        aria-expanded={open}
        aria-controls="settings"
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => key === 'Enter' && setOpen(!open)}
      >
        {chosen ?? 'Select…'}
      </div>
      {open && (
        <div id="settings" role="listbox">
          {places.map((each) => (
            <div
              key={each}
              role="option"
              tabIndex={-1}
              aria-selected={each === chosen}
              onClick={() => choose(each)}
              onKeyDown={({ key }) => key === 'Enter' && choose(each)}
            >
              {each}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const routeHtml = `<p id="route">Route</p><div role="combobox" tabindex="0" aria-labelledby="route" aria-controls="routes">Select…</div>
<div id="routes" role="listbox" hidden><div role="option">Oral</div><div role="option">Nasal</div></div>`

function drawRoute(holder: HTMLElement): void {
  holder.innerHTML = routeHtml
  const box = holder.querySelector<HTMLElement>('[role="combobox"]')
  const offered = holder.querySelector<HTMLElement>('[role="listbox"]')
  if (!box || !offered) return
  box.onclick = () => {
    offered.hidden = !offered.hidden
  }
  for (const option of offered.querySelectorAll<HTMLElement>('[role="option"]'))
    option.onclick = () => {
      box.textContent = option.textContent
      offered.hidden = true
    }
}

function Note() {
  const route = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (route.current) drawRoute(route.current)
  }, [])
  return (
    <>
      <Setting />
      <div ref={route} />
    </>
  )
}

const root = document.querySelector('div[name="Note"]')
if (!root) throw new Error('The page has no note.')
createRoot(root).render(<Note />)

import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The state of a note whose fields belong to React and to an editor with its own model. A value that was written
 * without the events of React and the editor is missing here.
 */
const model = { response: 'Tearful at first.', location: '', plan: '' }
/** The drop events that the page receives. A drop that the extension handles must not reach the page. */
const heard: string[] = []
Object.assign(window, { model, heard })
addEventListener('drop', () => heard.push('drop'))

const places = ['Office', 'Telehealth']

function Note() {
  const [response, setResponse] = useState(model.response)
  const [location, setLocation] = useState('')
  const holder = useRef<HTMLDivElement>(null)
  Object.assign(model, { response, location })
  useEffect(() => {
    const editor = new Editor({
      element: holder.current,
      extensions: [StarterKit],
      content: '<p>Weekly sessions</p>',
      onUpdate: ({ editor }) => Object.assign(model, { plan: editor.getText() }),
    })
    Object.assign(model, { plan: editor.getText() })
    return () => editor.destroy()
  }, [])
  return (
    <>
      <div className="patient_evaluation_item">
        <div className="item_title">Response</div>
        <textarea id="response" value={response} onChange={(event) => setResponse(event.target.value)} />
      </div>
      <div className="patient_evaluation_item">
        <div className="item_title">Location</div>
        <select id="location" value={location} onChange={(event) => setLocation(event.target.value)}>
          <option value="" />
          {places.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <div className="patient_evaluation_item">
        <div className="item_title">Plan</div>
        <div id="plan" ref={holder} />
      </div>
    </>
  )
}

const root = document.querySelector('form')
if (!root) throw new Error('The page has no form.')
createRoot(root).render(<Note />)

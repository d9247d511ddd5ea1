import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ChartsideDictation, ChartsideTemplateEditor } from '../../../embed/react/index.ts'
import type { Template } from '../../../lib/contracts/index.ts'

// The page of a customer that uses the React components. The test passes the URL of the server and the id of the
// developer organisation in the query.

declare global {
  interface Window {
    getToken: () => Promise<string>
    told: [string, unknown][]
  }
}

const query = new URLSearchParams(location.search)
const [server, access] = [query.get('server') ?? '', query.get('access') ?? '']
const first: Template = {
  id: 't-1',
  name: 'Intake',
  instructions: '',
  fields: [{ id: 'mood', name: 'Mood', type: 'string' }],
}
window.told = []
const note = (name: string) => (value?: unknown) => void window.told.push([name, value])

function Page() {
  const [value, setValue] = useState('')
  const [template, setTemplate] = useState(first)
  // If two frames load at the same time, Puppeteer sometimes cannot run scripts in one of them. So the template editor
  // is mounted only after the dictation has loaded.
  const [isReady, setReady] = useState(false)
  return (
    <>
      <ChartsideDictation
        server={server}
        access={access}
        label="Our note"
        value={value}
        token={window.getToken}
        onReady={() => {
          note('ready')(null)
          setReady(true)
        }}
        onState={note('state')}
        onWords={note('words')}
        onChange={setValue}
        onError={note('error')}
      />
      <output>{value}</output>
      {isReady && (
        <ChartsideTemplateEditor
          server={server}
          access={access}
          template={template}
          properties={['name', 'save', 'instructions', 'add']}
          token={window.getToken}
          save={(saved) => {
            note('save')(saved)
            setTemplate(saved)
          }}
          onReady={note('editor ready')}
          onError={note('error')}
        />
      )}
    </>
  )
}

createRoot(document.getElementById('root') ?? document.body).render(<Page />)

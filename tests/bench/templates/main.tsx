import { MantineProvider, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../components/styles.ts'
import { TemplateEditor } from '../../../components/template/editor/template-editor.tsx'
import type { EditorHost } from '../../../components/template/editor-properties.ts'
import { cssVariables, theme } from '../../../components/theme.ts'
import { editorProperties, type Field, type FieldType, type Template } from '../../../lib/contracts/index.ts'
import { newField } from '../../../lib/template/index.ts'

const count = 500
const types: FieldType[] = ['string', 'boolean', 'single_choice', 'table', 'date']

const fields = Array.from({ length: count }, (_, index): Field => {
  const field = newField(types[index % types.length] ?? 'string', `Field ${index + 1}`, [])
  return {
    ...field,
    instructions: `What was said about matter ${index + 1}, in the client’s own words.`,
    ...(index % 5 === 4 ? { condition: { id: `field_${index}`, equals: 'Yes' } } : {}),
  }
})
const template: Template = { id: 'many', name: 'Everything', instructions: '', fields }
const host: EditorHost = {
  async save() {},
  async generateFields() {
    return []
  },
  onError() {},
}

function Editor() {
  return <TemplateEditor template={template} properties={editorProperties} host={host} models={[]} />
}

/** A list of text inputs in the simplest code. The template editor is compared with it. */
function Plain() {
  const [values, setValues] = useState(() => fields.map(({ name }) => name))
  return (
    <Stack>
      {values.map((value, at) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs have no id besides their position
          key={at}
          label={`Name ${at + 1}`}
          value={value}
          onChange={({ currentTarget }) => setValues((before) => before.with(at, currentTarget.value))}
        />
      ))}
    </Stack>
  )
}

const views: Record<string, () => ReactNode> = { editor: () => <Editor />, plain: () => <Plain /> }

/** Resolves once the next frame was painted. */
const drawn = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      // A message that is posted in an animation frame callback is delivered only after that frame was painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    }),
  )

/** Milliseconds until a view has painted its first screen, and until it has painted every field. */
async function openMs(name: string): Promise<{ firstMs: number; allMs: number }> {
  const element = document.getElementById('root')
  const view = views[name]
  if (!element || !view) throw new Error(`Nothing is called ${name}.`)
  await drawn()
  const start = performance.now()
  createRoot(element).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {view()}
    </MantineProvider>,
  )
  // Twenty fields fill more than one screen.
  const [firstMs, allMs] = await Promise.all([shownMs('20', start), shownMs(`${count}`, start)])
  return { firstMs, allMs }
}

/** Waits until the field with this number is in the page and painted. Returns the time since `start` in ms. */
async function shownMs(number: string, start: number): Promise<number> {
  await new Promise<void>((resolve) => {
    const look = () =>
      new RegExp(`(Field|Name) ${number}(?!\\d)`).test(document.body.textContent)
        ? resolve()
        : requestAnimationFrame(look)
    look()
  })
  await drawn()
  return performance.now() - start
}

const pressMs: number[] = []
addEventListener('keydown', ({ timeStamp }) => void drawn().then(() => pressMs.push(performance.now() - timeStamp)), {
  capture: true,
})
Object.assign(window, { openMs, pressMs })

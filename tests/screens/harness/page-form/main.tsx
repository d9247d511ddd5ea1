import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../../components/styles.ts'
import { chosenLayout, noChoices } from '../../../../components/page/form/draft.ts'
import { FormTemplateCard } from '../../../../components/page/form/form-template-card.tsx'
import { KnownFormCard } from '../../../../components/page/form/known-form-card.tsx'
import { StandingValues } from '../../../../components/page/form/standing-values.tsx'
import { cssVariables, theme } from '../../../../components/theme.ts'
import { Frame, Head } from '../../../../components/ui/frame.tsx'
import type { Layout } from '../../../../lib/contracts/index.ts'
import type { PageField, PageReading } from '../../../../lib/page/shapes.ts'

const query = new URLSearchParams(location.search)
const told: unknown[][] = []
Object.assign(window, { told })

const field = (id: string, label: string, given: Partial<PageField> = {}): PageField => ({
  id,
  label,
  section: 'Session',
  kind: 'long_text',
  options: [],
  value: [],
  names: [id],
  rule: 'accessible',
  score: 0.9,
  ...given,
})
const mood = field('mood', 'Mood', {
  kind: 'single_choice',
  options: ['Low', 'Even', 'High'],
  value: ['Low'],
  candidates: [
    { text: 'Mood', rule: 'accessible', score: 0.9 },
    { text: 'Mood and affect', rule: 'block', score: 0.6 },
  ],
})
const today: PageField[] = [
  mood,
  field('sleep', 'Sleep', { value: ['About six hours'] }),
  field('risk', 'Risk discussed', { kind: 'boolean', section: 'Risk' }),
  field('score', 'PHQ-9 total', { kind: 'number', locked: 'scored' }),
  field('box', 'txtNarrative4', {
    section: '',
    score: 0.3,
    rule: 'name',
    candidates: [
      { text: 'txtNarrative4', rule: 'name', score: 0.3 },
      { text: 'Plan for next session', rule: 'geometry', score: 0.28 },
    ],
  }),
]
if (query.has('unnamed'))
  today.push(
    field('blank', '', { score: 0, rule: 'name', near: 'Notes for the family [ ] Signature of the clinician' }),
  )
const signed = query.has('signed')
const reading: PageReading = {
  source: 'kipu',
  nonce: 'n',
  url: 'https://demo.kipuworks.com/form',
  patient: { name: 'Maya Okafor', identifier: '004812' },
  form: { title: 'Individual session note', identity: 'f1', signed },
  fields: today,
}
const saved = (fields: PageField[]): Layout => {
  const draft = chosenLayout({ ...reading, fields }, '', noChoices)
  if (!draft) throw new Error('The form makes no layout.')
  return {
    ...draft,
    _id: '00000000-0000-4000-8000-000000000001',
    email: 'ruth.calder@clinic.example',
    editors: [],
    status: 'ready',
    version: 1,
    createdAt: '2026-11-21T09:00:00.000Z',
    updatedAt: '2026-11-21T09:00:00.000Z',
  }
}
const before = query.has('changed')
  ? [mood, field('sleep-old', 'Sleep'), field('risk', 'Risk discussed', { kind: 'boolean' }), field('plan', 'Goals')]
  : today

function Scene() {
  const [given, setGiven] = useState(false)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={query.get('scheme') === 'dark' ? 'dark' : 'light'}
    >
      <Frame head={<Head title="Individual session note" subtitle="Kipu" initials="MO" />}>
        {!signed && (
          <KnownFormCard
            reading={reading}
            layouts={[saved(before)]}
            agreed={{
              wasAgreed: async () => query.has('agreed'),
              agree: async (state) => void told.push(['agree', state]),
            }}
            onChoose={({ name }, { status }) => void told.push(['choose', name, status])}
          />
        )}
        <FormTemplateCard
          reading={reading}
          onShow={async (fieldId) => {
            told.push(['show', fieldId])
            return fieldId !== 'risk'
          }}
          onAskNames={
            query.has('model')
              ? async ({ fields }) => {
                  told.push(['ask names', fields])
                  if (query.has('fails')) throw new Error('The language model does not answer.')
                  return fields.map(({ candidates, near }) => candidates.at(-1) || near?.match(/\p{L}+/u)?.[0] || null)
                }
              : undefined
          }
          onSave={async (draft) => {
            told.push(['save', draft])
            if (query.has('fails')) throw new Error('The server does not answer.')
            return saved(today)
          }}
        />
        <StandingValues
          reading={reading}
          values={[{ fieldId: 'mood', label: 'Mood', value: ['Even'] }]}
          given={given}
          onGive={(next) => {
            told.push(['give', next])
            setGiven(next)
          }}
        />
      </Frame>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')
createRoot(root).render(<Scene />)

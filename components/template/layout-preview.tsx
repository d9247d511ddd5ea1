import { Button, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Layout } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'
import { Banners } from '../panel/banners.tsx'
import { Card } from '../ui/card.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { conditionWords, rowName, summaryOf } from './editor/field-words.ts'
import classes from './layout-preview.module.css'
import { templateOf } from './layout-template.ts'
import { accessSentences, noteLanguageName, tooltipLines } from './layout-words.ts'
import { LayoutMenu } from './list/layout-menu.tsx'
import { useLayoutActions } from './list/use-layout-actions.tsx'

const FormFields = lazy(async () => ({ default: (await import('../page/form/form-fields.tsx')).FormFields }))

interface LayoutPreviewProps {
  layout: Layout
  email: string
  onBack: () => void
}

export function LayoutPreview({ layout, email, onBack }: LayoutPreviewProps) {
  const { act, dialogs } = useLayoutActions({ email })
  const { fields, instructions, language } = templateOf(layout)
  const nameOf = (id: string) => fields.find((field) => field.id === id)?.name
  const lines = tooltipLines(layout).filter((line) => line !== layout.description && line !== accessSentences.public)
  return (
    <Frame
      head={
        <Head
          title={layout.name}
          subtitle={lines.join(' · ')}
          initials={null}
          aside={<LayoutMenu layout={layout} email={email} without={['copy']} onAct={act} />}
          onBack={onBack}
        />
      }
      banner={<Banners />}
      action={
        <Button fullWidth onClick={() => act('copy', layout)}>
          Make a copy
        </Button>
      }
    >
      <Notice tone="look">{accessSentences[layoutAccess(layout, email)]}. Make a copy to change the template.</Notice>
      {layout.description && <Text>{layout.description}</Text>}
      {instructions && (
        <Card>
          <Text component="h2" fw={650}>
            Template Instructions
          </Text>
          <Text className={classes.text}>{instructions}</Text>
        </Card>
      )}
      {language && <Text>Language of the note: {noteLanguageName(language)}</Text>}
      {layout.text === undefined ? (
        <Stack gap="xs" component="ul" className={classes.fields} aria-label="Fields">
          {fields.map((field) => (
            <li key={field.id}>
              <Card>
                <Text fw={650}>{rowName(field)}</Text>
                <Text size="xs" c="dimmed">
                  {summaryOf(field)}
                </Text>
                {field.condition && (
                  <Text size="xs" c="dimmed">
                    {conditionWords(field.condition, nameOf)}
                  </Text>
                )}
              </Card>
            </li>
          ))}
        </Stack>
      ) : (
        <Card>
          <Text className={classes.text}>{layout.text || 'This template has no text yet.'}</Text>
        </Card>
      )}
      <Suspense>
        <FormFields email={email} />
      </Suspense>
      {dialogs}
    </Frame>
  )
}

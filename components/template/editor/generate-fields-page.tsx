import { ActionIcon, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../../lib/contracts/index.ts'
import { Card } from '../../ui/card.tsx'
import { IconArrowLeft } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { GenerateFieldsForm } from '../dialogs/generate-fields-form.tsx'
import type { EditorHost } from '../editor-properties.ts'
import head from './editor-head.module.css'
import classes from './template-editor.module.css'

interface GenerateFieldsPageProps {
  host: EditorHost
  /** The name of the template that gets the fields. */
  templateName: string
  /** Called with the chosen fields. Use `addGenerated` to give them unique ids. */
  onAdd: (fields: Field[]) => void
  onBack?: () => void
}

/** Page to generate fields from a description, in its own tab (product 2.19). */
export function GenerateFieldsPage({ host, templateName, onAdd, onBack }: GenerateFieldsPageProps) {
  const [addedCount, setAddedCount] = useState(0)
  return (
    <div className={classes.editor}>
      <header className={head.head}>
        <div className={head.main}>
          {onBack && (
            <ActionIcon variant="subtle" color="gray" size={32} ml={-8} aria-label="Back" onClick={onBack}>
              <IconArrowLeft size={18} />
            </ActionIcon>
          )}
          <Text component="h1" fz="lg" fw={650} className={head.title}>
            Generate Template Fields
          </Text>
        </div>
        <Text size="xs" c="dimmed" className={head.status}>
          For {templateName}
        </Text>
      </header>
      <Card p="md">
        <GenerateFieldsForm
          host={host}
          onCancel={undefined}
          added={
            addedCount > 0 && (
              <Notice tone="good">
                {addedCount === 1 ? '1 field was added.' : `${addedCount} fields were added.`} Describe more fields, or
                go back.
              </Notice>
            )
          }
          onAdd={(fields) => {
            setAddedCount(fields.length)
            onAdd(fields)
          }}
        />
      </Card>
    </div>
  )
}

import { ActionIcon, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '../../../lib/contracts/limits.ts'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconCpu } from '../../ui/icons.ts'
import type { EditorHost, EditorProperties } from '../editor-properties.ts'
import classes from './editor-head.module.css'
import { GroupChip } from './group-chip.tsx'
import type { TemplateDraft } from './use-template-draft.ts'

const nameless = 'Template without a name'

interface EditorHeadProps {
  draft: TemplateDraft
  properties: EditorProperties
  host: EditorHost
  status: string | undefined
  save: ReactNode
  onModels: () => void
  onBack: (() => void) | undefined
}

/** The editor's head: title, id, group, models, save, undo and redo (product 2.6). */
export function EditorHead({ draft, properties, host, status, save, onModels, onBack }: EditorHeadProps) {
  const { template, change, canUndo, canRedo, undo, redo } = draft
  const shows = (property: EditorProperties[number]) => properties.includes(property)
  const hasId = shows('id') && template.id !== ''
  return (
    <header className={classes.head}>
      <div className={classes.main}>
        {onBack && (
          <ActionIcon variant="subtle" color="gray" size={32} ml={-8} aria-label="Back" onClick={onBack}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        )}
        {shows('name') ? (
          <>
            <VisuallyHidden component="h1">{template.name || nameless}</VisuallyHidden>
            <TextInput
              className={classes.title}
              classNames={{ input: classes.name }}
              aria-label="Template name"
              placeholder="Template name"
              autoComplete="off"
              maxLength={limits.nameMax}
              value={template.name}
              onChange={({ currentTarget: { value } }) =>
                change((oldTemplate) => ({ ...oldTemplate, name: value }), 'name')
              }
            />
          </>
        ) : (
          <Text component="h1" fz="lg" fw={650} className={classes.title}>
            {template.name || nameless}
          </Text>
        )}
        {save}
      </div>
      <Text size="xs" c="dimmed" className={classes.status}>
        {hasId && `ID ${template.id}`}
        {hasId && status && ' · '}
        {status && <span className={classes.whole}>{status}</span>}
        <SaveWord draft={draft} separated={hasId || Boolean(status)} />
      </Text>
      <div className={classes.tools}>
        {shows('group') && (
          <GroupChip
            group={template.group}
            onChange={shows('edit-group') && host.changeGroup ? draft.changeGroup : undefined}
            onError={host.onError}
          />
        )}
        <Group gap={4} wrap="nowrap" className={classes.steps}>
          {shows('models') && (
            <Button size="xs" variant="subtle" leftSection={<IconCpu size={16} aria-hidden />} onClick={onModels}>
              Models
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            className={classes.step}
            aria-label="Undo"
            disabled={!canUndo}
            onClick={undo}
          >
            <IconArrowBackUp size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            className={classes.step}
            aria-label="Redo"
            disabled={!canRedo}
            onClick={redo}
          >
            <IconArrowForwardUp size={18} />
          </ActionIcon>
        </Group>
      </div>
    </header>
  )
}

/** Shows a word that says if everything is saved. Screen readers announce each change of the word. */
function SaveWord({ draft, separated }: { draft: TemplateDraft; separated: boolean }) {
  const { saveState, dirty } = draft
  const word =
    saveState.kind === 'saving' ? 'Saving' : dirty ? 'Unsaved changes' : saveState.kind === 'saved' ? 'Saved' : ''
  return (
    <span role="status">
      {separated && word ? ' · ' : ''}
      {word}
    </span>
  )
}

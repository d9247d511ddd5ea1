import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Layout, LayoutDraft } from '../../../lib/contracts/index.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import { isWhole, wholeForm } from '../../../lib/page/form/encounter.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import { Card } from '../../ui/card.tsx'
import { sentenceOf } from '../../ui/failure.ts'
import { Notice } from '../../ui/notice.tsx'
import { sourceNames } from '../chart-view.ts'
import { chosenLayout, type FormChoices, isNamed, keptFields, noChoices, unsureWords } from './draft.ts'
import classes from './form.module.css'
import { FoundField } from './found-field.tsx'
import { SuggestNames } from './suggest-names.tsx'
import type { NameFields } from './use-field-names.ts'

interface FormTemplateCardProps {
  /** The last reading of the page beside the panel. */
  reading: PageReading
  /** Saves the layout. Rejects with an error whose message can be shown. */
  onSave: (draft: LayoutDraft) => Promise<Layout>
  onSaved?: (layout: Layout) => void
  /** Scrolls to a field of the page and outlines it. Resolves to false if it was not found. */
  onShow: (fieldId: string) => Promise<boolean>
  /** Asks a language model for names. Undefined: none may be asked. */
  onAskNames: NameFields | undefined
}

/**
 * Card "Make a template from this form": lists the fields, lets the clinician rename or drop them, and saves the
 * template.
 */
export function FormTemplateCard({ reading: pageReading, onSave, onSaved, onShow, onAskNames }: FormTemplateCardProps) {
  const [isOpen, setOpen] = useState(false)
  const reading = wholeForm(pageReading)
  if (!reading.form) return null
  const pages = pagesText(pageReading)
  const title = reading.form.title || 'This form'
  const writable = reading.fields.filter(({ locked: isLocked }) => !isLocked).length
  return (
    <Card role="group" aria-label="Make a template from this form">
      <Stack gap="sm">
        <div>
          <Text component="h2" fw={650}>
            Make a template from this form
          </Text>
          <Text size="xs" c="dimmed">
            {[title, sourceNames[reading.source], `${writable} ${writable === 1 ? 'field' : 'fields'}`].join(' · ')}
          </Text>
          {pages && (
            <Text size="xs" c="dimmed">
              {pages}
            </Text>
          )}
        </div>
        {reading.form.signed || writable === 0 ? (
          <Text size="sm">
            {reading.form.signed
              ? 'This form is signed. Open a form that can still be changed.'
              : 'No field of this form can be filled. Open another form.'}
          </Text>
        ) : isOpen ? (
          <Making
            key={reading.form.encounter ?? reading.form.identity}
            {...{ reading, onSave, onSaved, onShow, onAskNames }}
            onPage={pageReading.fields.map(({ id }) => id)}
            onClose={() => setOpen(false)}
          />
        ) : (
          <Button variant="light" onClick={() => setOpen(true)}>
            Check the fields
          </Button>
        )}
      </Stack>
    </Card>
  )
}

/** Describes which pages of a document are in the template. Returns '' if all pages were read. */
function pagesText(reading: PageReading): string {
  if (isWhole(reading)) return ''
  const pageCount = 1 + (reading.elsewhere?.length ?? 0)
  const all = reading.form?.parts?.length
  return `Chartside has read ${pageCount}${all ? ` of ${all}` : ''} ${pageCount === 1 && !all ? 'page' : 'pages'} of this document. Open the other pages to add their fields.`
}

interface MakingProps extends Omit<FormTemplateCardProps, 'onSaved'> {
  /** Ids of the fields on the open page. The other fields are on pages that were read before. */
  onPage: string[]
  onSaved: ((layout: Layout) => void) | undefined
  onClose: () => void
}

function Making({ reading, onPage, onSave, onSaved, onShow, onAskNames, onClose }: MakingProps) {
  const [name, setName] = useState(reading.form?.title ?? '')
  const [choices, setChoices] = useState<FormChoices>(noChoices)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const writableFields = reading.fields.filter(({ locked: isLocked }) => !isLocked)
  const unsure = unsureWords(writableFields.filter(({ id }) => !choices.dropped.has(id) && !choices.names[id]?.trim()))
  const [suggestedNames, setSuggestedNames] = useState<Readonly<Record<string, string>>>({})
  const idsOnPage = new Set(onPage)
  const [missed, setMissed] = useState(false)
  const draft = chosenLayout(reading, name, choices)
  const fieldCount = draft ? keptFields(draft) : 0

  async function show(fieldId: string) {
    const isFound = await onShow(fieldId).catch(() => false)
    setMissed(!isFound)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!draft || saving) return
    setSaving(true)
    setProblem(null)
    try {
      const savedLayout = await onSave(draft)
      onClose()
      onSaved?.(savedLayout)
    } catch (error) {
      setProblem(sentenceOf(error))
      setSaving(false)
    }
  }

  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <TextInput
          label="Template name"
          autoComplete="off"
          maxLength={limits.nameMax}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {unsure && (
          <Notice tone="look">
            {unsure} Compare the fields below with the page. Rename or remove each field that is wrong.
          </Notice>
        )}
        {onAskNames && (
          <SuggestNames
            {...{ reading, choices, onAskNames, suggestedNames }}
            onSuggest={setSuggestedNames}
            onUse={(names) => setChoices({ ...choices, names: { ...names, ...choices.names } })}
          />
        )}
        {missed && (
          <Notice tone="look">
            The field was not found on the page. Open its form beside the panel and try again.
          </Notice>
        )}
        <Stack gap={0} component="ul" p={0} m={0} className={classes.fields} aria-label="Fields found">
          {writableFields.map((field) => (
            <FoundField
              key={field.id}
              field={field}
              kept={!choices.dropped.has(field.id)}
              named={isNamed(field, choices)}
              name={choices.names[field.id]}
              suggestedName={suggestedNames[field.id]}
              onKeep={(keep) => {
                const dropped = new Set(choices.dropped)
                if (keep) dropped.delete(field.id)
                else dropped.add(field.id)
                setChoices({ ...choices, dropped })
              }}
              onName={(text) => setChoices({ ...choices, names: { ...choices.names, [field.id]: text } })}
              onShow={idsOnPage.has(field.id) ? () => void show(field.id) : undefined}
            />
          ))}
        </Stack>
        {problem && (
          <Notice tone="bad" title="The template was not saved" urgent>
            {problem} Your choices are still here.
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!draft} loading={saving}>
            Save {fieldCount} {fieldCount === 1 ? 'field' : 'fields'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

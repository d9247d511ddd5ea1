import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../../lib/contracts/limits.ts'
import { unnamedField } from '../../../lib/page/form/form-layout.ts'
import type { PageField } from '../../../lib/page/shapes.ts'
import { IconEye, IconPencil, IconSparkles } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { isUnsure, kindNames, offeredNames } from './draft.ts'
import classes from './form.module.css'

interface FoundFieldProps {
  field: PageField
  kept: boolean
  /**
   * True if the field has a name: the name that the clinician has given, or the page's label. A field without a name
   * cannot be kept.
   */
  named: boolean
  /** The name given by the clinician. Undefined: the page's label is used. */
  name: string | undefined
  /** The name that a language model has suggested. */
  suggestedName: string | undefined
  onKeep: (keep: boolean) => void
  onName: (name: string) => void
  /** Outlines the field on the page. Undefined if its page is not open. */
  onShow: (() => void) | undefined
}

/**
 * One field of the form: a checkbox to keep it, its kind and its name. If the label is uncertain, the name input is
 * open from the start.
 */
export function FoundField({
  field,
  kept: isKept,
  named: isNamed,
  name,
  suggestedName,
  onKeep,
  onName,
  onShow,
}: FoundFieldProps) {
  const unsure = isUnsure(field)
  const [renaming, setRenaming] = useState(false)
  const label = field.label || unnamedField
  const showsInput = isKept && (unsure || renaming)
  return (
    <li className={classes.found}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Checkbox
          checked={isKept && isNamed}
          disabled={!isNamed}
          onChange={(event) => onKeep(event.currentTarget.checked)}
          label={name?.trim() || label}
          description={field.section || undefined}
          classNames={{ root: classes.check, label: classes.label }}
        />
        <Group wrap="nowrap" gap={4} className={classes.side}>
          <Tag>{kindNames[field.kind]}</Tag>
          {isKept && !unsure && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Rename ${label}`}
              aria-expanded={renaming}
              onClick={() => setRenaming(!renaming)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {showsInput && (
        <Naming
          {...{ field, label, name, suggestedName, onName, onShow }}
          // The input for an uncertain label opens without a click, so do not move the focus into it.
          focused={!unsure}
        />
      )}
    </li>
  )
}

function hintOf(field: PageField): string | undefined {
  if (field.label === '')
    return 'This field has no name on the page. Give it a name. Otherwise, the note leaves it out.'
  return isUnsure(field) ? 'The page does not clearly show what this field is for. Check its name.' : undefined
}

interface NamingProps extends Pick<FoundFieldProps, 'field' | 'name' | 'suggestedName' | 'onName' | 'onShow'> {
  label: string
  focused: boolean
}

function Naming({ field, label, name, suggestedName, onName, onShow, focused }: NamingProps) {
  const nameOptions = [...new Set([...(suggestedName ? [suggestedName] : []), ...offeredNames(field)])]
  const { near: nearbyWords } = field
  const present = name ?? field.label
  return (
    <div className={classes.rename}>
      <TextInput
        size="xs"
        label={`Name for ${label}`}
        description={hintOf(field)}
        autoComplete="off"
        autoFocus={focused}
        maxLength={limits.nameMax}
        value={present}
        onFocus={onShow}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      {nearbyWords && (
        <Text size="xs" mt={6} className={classes.near}>
          Text around this field on the page: {nearbyWords}
        </Text>
      )}
      {onShow && (
        <Button
          mt={6}
          size="compact-xs"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          aria-label={`Show on the page: ${label}`}
          onClick={onShow}
        >
          Show on the page
        </Button>
      )}
      {(nameOptions.length > 1 || suggestedName) && (
        <Group gap={6} mt={6} role="group" aria-label={`Names read for ${label}`}>
          <Text size="xs" c="dimmed">
            It may be:
          </Text>
          {nameOptions.map((each) => (
            <Button
              key={each}
              size="compact-xs"
              variant={each === present ? 'light' : 'default'}
              aria-pressed={each === present}
              leftSection={each === suggestedName && <IconSparkles size={14} aria-hidden />}
              onClick={() => onName(each)}
            >
              {each}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}

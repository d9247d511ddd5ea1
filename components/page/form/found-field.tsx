import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { limits } from '../../../lib/contracts/limits.ts'
import type { PageField } from '../../../lib/page/shapes.ts'
import { Tag } from '../../ui/tag.tsx'
import { isUnsure, kindNames, offeredNames } from './draft.ts'
import classes from './form.module.css'

interface FoundFieldProps {
  field: PageField
  kept: boolean
  /** What the clinician called it; absent: as the page does. */
  name: string | undefined
  onKeep: (keep: boolean) => void
  onName: (name: string) => void
}

/** One field of the form: kept or dropped, its kind, and a name to be given where the page's is a guess. */
export function FoundField({ field, kept, name, onKeep, onName }: FoundFieldProps) {
  const unsure = isUnsure(field)
  const label = field.label || field.section || 'Field without a label'
  const offered = offeredNames(field)
  return (
    <li className={classes.found}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Checkbox
          checked={kept}
          onChange={(event) => onKeep(event.currentTarget.checked)}
          label={name?.trim() || label}
          description={field.section || undefined}
          classNames={{ root: classes.check, label: classes.label }}
        />
        <Tag>{kindNames[field.kind]}</Tag>
      </Group>
      {kept && unsure && (
        <div className={classes.rename}>
          <TextInput
            size="xs"
            label={`Name for ${label}`}
            description="The page hardly shows what this is."
            autoComplete="off"
            maxLength={limits.nameMax}
            value={name ?? field.label}
            onChange={(event) => onName(event.currentTarget.value)}
          />
          {offered.length > 1 && (
            <Group gap={6} mt={6} role="group" aria-label={`Names read for ${label}`}>
              <Text size="xs" c="dimmed">
                It may be:
              </Text>
              {offered.map((each) => (
                <Button
                  key={each}
                  size="compact-xs"
                  variant={each === (name ?? field.label) ? 'light' : 'default'}
                  aria-pressed={each === (name ?? field.label)}
                  onClick={() => onName(each)}
                >
                  {each}
                </Button>
              ))}
            </Group>
          )}
        </div>
      )}
    </li>
  )
}

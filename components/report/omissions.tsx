import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import type { Omission, Report } from '../../lib/contracts/index.ts'
import { Card } from '../ui/card.tsx'
import { type QuotedSession, TurnQuote } from './evidence.tsx'
import { cardId } from './field-card.tsx'
import classes from './omissions.module.css'

const kinds: Record<Omission['kind'], string> = {
  risk: 'Risk',
  medication: 'Medication',
  dose: 'Dose',
  allergy: 'Allergy',
  substance_use: 'Substance use',
  plan: 'Plan',
  safety: 'Safety',
}

interface OmissionsProps {
  omissions: Omission[]
  fields: Report['template']['fields']
  session: QuotedSession
  /** Returns the ids of the undecided fields that show the words of an omission. */
  mentionedIn: (omission: Omission) => string[]
  /** Undefined: nothing can be added now. */
  onAdd?: ((omission: Omission, fieldId: string) => Promise<unknown>) | undefined
}

/** Lists what was said but is not in the note, each with a button to add it. */
export function Omissions({ omissions, fields, session, mentionedIn, onAdd }: OmissionsProps) {
  const texts = fields.filter(({ type, disabled }) => (type === 'string' || type === 'template') && !disabled)
  if (omissions.length === 0) return null
  return (
    <Card quiet role="group" aria-label="Said, but not in the note">
      <Text component="h2" fw={650} mb={8}>
        Said, but not in the note
      </Text>
      <Stack gap={12}>
        {omissions.map((omission) => (
          <div key={`${omission.turn} ${omission.quote}`}>
            <TurnQuote turn={omission.turn} quotes={[omission.quote]} atMs={omission.atMs} {...session} />
            <Group justify="space-between" gap="xs" mt={6}>
              <Text size="xs" c="dimmed">
                {kinds[omission.kind]}
              </Text>
              {fields
                .filter(({ id }) => mentionedIn(omission).includes(id))
                .map(({ id, name }) => (
                  <Button
                    key={id}
                    size="xs"
                    variant="subtle"
                    onClick={() => document.getElementById(cardId(id))?.focus()}
                  >
                    See {name}
                  </Button>
                ))}
              {onAdd && texts.length > 0 && (
                <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} shadow="md">
                  <Menu.Target>
                    <Button size="xs" variant="light" aria-label={`Add to note: “${omission.quote}”`}>
                      Add to note
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown className={classes.fields}>
                    <Menu.Label>Add it to</Menu.Label>
                    {texts.map(({ id, name }) => (
                      <Menu.Item key={id} onClick={() => void onAdd(omission, id).catch(() => undefined)}>
                        {name}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              )}
            </Group>
          </div>
        ))}
      </Stack>
    </Card>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Card } from '../ui/card.tsx'

type Command = Awaited<ReturnType<KeysPort['list']>>[number]

/** The keys of the extension, as the user has set them in the browser. */
export interface KeysPort {
  /** The commands with their keys. `keys` is '' if a command has none. */
  list(): Promise<{ name: string; keys: string }[]>
  /** Opens the page of the browser where the keys are changed. Null: this browser lets no extension open it. */
  change: (() => Promise<void>) | null
}

/** Lists the keys of the extension. */
export function KeysCard({ keys }: { keys: KeysPort }) {
  const [commands, setCommands] = useState<readonly Command[]>([])
  useEffect(() => {
    const read = () => void keys.list().then(setCommands)
    read()
    // The keys are changed on another page.
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [keys])
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={650}>Keys</Text>
        {commands.map((command) => (
          <Group key={command.name} justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm">{command.name}</Text>
            <Text size="sm" fw={650} c={command.keys === '' ? 'dimmed' : undefined}>
              {command.keys || 'no keys'}
            </Text>
          </Group>
        ))}
        {keys.change === null ? (
          <Text size="sm" c="dimmed">
            To change them, open the add-ons page of Firefox, and choose “Manage Extension Shortcuts”.
          </Text>
        ) : (
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={keys.change}>
              Change the keys
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

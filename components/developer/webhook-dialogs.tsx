import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookEndpoints } from '../../lib/contracts/endpoints/webhooks.ts'
import { type NewWebhookSecret, type Webhook, webhookEvents } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { developerKey, useAccess } from './use-access.ts'
import { eventWords } from './webhook-words.ts'

interface WebhookDialogProps {
  /** The webhook to edit. Null: a new webhook. */
  present: Webhook | null
  onMade: (made: NewWebhookSecret) => void
  onClose: () => void
}

export function WebhookDialog({ present, onMade, onClose }: WebhookDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { accessId } = useAccess()
  const [url, setUrl] = useState(present?.url ?? '')
  const [events, setEvents] = useState<readonly string[]>(present?.events ?? webhookEvents)
  const [enabled, setEnabled] = useState(present?.enabled ?? true)

  async function save() {
    const body = { url: url.trim(), events: webhookEvents.filter((each) => events.includes(each)), enabled }
    const newSecret =
      present === null
        ? await client.call(
            webhookEndpoints.addWebhook,
            { params: { accessId }, body },
            { idempotencyKey: attempt.of(body) },
          )
        : null
    if (present !== null)
      await client.call(webhookEndpoints.changeWebhook, { params: { accessId, webhookId: present.webhookId }, body })
    await queries.invalidateQueries({ queryKey: [...developerKey, 'webhooks'] })
    if (newSecret === null) return
    onMade(newSecret)
    // `onMade` has already closed this dialog. `stay` prevents a second close.
    return 'stay'
  }

  return (
    <FormDialog
      opened
      title={present === null ? 'Add a webhook' : 'Edit the webhook'}
      action={present === null ? 'Add' : 'Save'}
      ready={url.trim() !== '' && events.length > 0}
      submit={save}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="The address at which your server receives requests, for example https://example.com/hooks."
        type="url"
        data-autofocus
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <Checkbox.Group label="Events" value={[...events]} onChange={setEvents}>
        <Stack gap="xs" mt="xs">
          {webhookEvents.map((each) => (
            <Checkbox key={each} value={each} label={eventWords[each]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
        label="Enabled"
        description="While the webhook is not enabled, nothing is sent."
      />
    </FormDialog>
  )
}

interface RotateDialogProps {
  webhook: Webhook
  onMade: (made: NewWebhookSecret) => void
  onClose: () => void
}

export function RotateDialog({ webhook: { webhookId }, onMade, onClose }: RotateDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { accessId } = useAccess()

  async function rotate() {
    const params = { accessId, webhookId }
    onMade(await client.call(webhookEndpoints.rotateWebhookSecret, { params }, { idempotencyKey: attempt.of(params) }))
    await queries.invalidateQueries({ queryKey: [...developerKey, 'webhooks'] })
    return 'stay'
  }

  return (
    <FormDialog opened title="Make a new secret" action="Make a new secret" ready submit={rotate} onClose={onClose}>
      <Text>
        For 24 hours, each request is signed with the old and the new secret. Within this time, change the secret in
        your server.
      </Text>
    </FormDialog>
  )
}

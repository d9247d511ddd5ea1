import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { webhookEndpoints } from '../../lib/contracts/endpoints/webhooks.ts'
import type { NewWebhookSecret, Webhook } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconPlus, IconWebhook } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { type SmallButton, SmallButtons } from '../ui/small-buttons.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { developerKey, useAccess } from './use-access.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { RotateDialog, WebhookDialog } from './webhook-dialogs.tsx'
import { eventWords } from './webhook-words.ts'

/** The dialog that is open, and its webhook. Null: no dialog is open. */
type Open = { kind: 'add' } | { kind: 'edit' | 'rotate' | 'remove'; webhook: Webhook } | null

export function WebhooksPage() {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [openDialog, setOpenDialog] = useState<Open>(null)
  const [newSecret, setNewSecret] = useState<NewWebhookSecret | null>(null)
  const [viewedWebhook, setViewedWebhook] = useState<Webhook | null>(null)
  const key = [...developerKey, 'webhooks', accessId]
  const remove = useChange(
    ({ webhookId }: Webhook) => client.call(webhookEndpoints.removeWebhook, { params: { accessId, webhookId } }),
    { refreshes: key, said: 'The webhook was removed.' },
  )
  const trying = useChange(
    ({ webhookId }: Webhook) => client.call(webhookEndpoints.testWebhook, { params: { accessId, webhookId } }),
    {
      refreshes: [...developerKey, 'deliveries'],
      said: 'A test event was sent. “Deliveries” shows whether the event arrived.',
    },
  )
  const close = () => setOpenDialog(null)
  const show = (secret: NewWebhookSecret) => {
    setNewSecret(secret)
    close()
  }
  const add = may('write') ? (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpenDialog({ kind: 'add' })}>
      Add a webhook
    </Button>
  ) : undefined

  const buttonsOf = (webhook: Webhook): SmallButton[] => {
    const button = (label: string, onClick: () => void) => ({ label, name: `${label}: ${webhook.url}`, onClick })
    const deliveries = button('Deliveries', () => setViewedWebhook(webhook))
    if (!may('write')) return [deliveries]
    return [
      deliveries,
      ...(webhook.enabled ? [button('Test', () => trying.mutate(webhook))] : []),
      button('Edit', () => setOpenDialog({ kind: 'edit', webhook })),
      button('New secret', () => setOpenDialog({ kind: 'rotate', webhook })),
      button('Remove', () => setOpenDialog({ kind: 'remove', webhook })),
    ]
  }

  return (
    <Page
      title="Webhooks"
      about="Chartside tells your server when an output or a transcript is ready or has failed, and when an output is deleted. Each request is signed."
      action={add}
    >
      <Records<Webhook>
        label="Webhooks"
        queryKey={key}
        load={({ offset, limit }, signal) =>
          client.call(webhookEndpoints.listWebhooks, { params: { accessId }, query: { offset, limit } }, { signal })
        }
        rowKey={({ webhookId }) => webhookId}
        columns={[
          { label: 'Address', show: ({ url }) => <Address url={url} /> },
          { label: 'Events', show: ({ events }) => events.map((each) => eventWords[each]).join(', ') },
          { label: 'Status', show: (webhook) => <Status webhook={webhook} /> },
        ]}
        actions={(webhook) => <SmallButtons wrap buttons={buttonsOf(webhook)} />}
        empty={{
          icon: <IconWebhook size={24} />,
          title: 'No webhook yet',
          text: 'Without a webhook, your server has to ask again and again whether an output is ready. Add the address of your server.',
          action: add,
        }}
      />
      {viewedWebhook && (
        <WebhookDeliveries
          key={viewedWebhook.webhookId}
          webhook={viewedWebhook}
          onClose={() => setViewedWebhook(null)}
        />
      )}
      {openDialog?.kind === 'add' && <WebhookDialog present={null} onMade={show} onClose={close} />}
      {openDialog?.kind === 'edit' && <WebhookDialog present={openDialog.webhook} onMade={show} onClose={close} />}
      {openDialog?.kind === 'rotate' && <RotateDialog webhook={openDialog.webhook} onMade={show} onClose={close} />}
      {newSecret && (
        <SecretDialog
          title="The secret of the webhook"
          what="the secret"
          secret={newSecret.secret}
          about="With this secret, your server checks that a request comes from Chartside."
          onClose={() => setNewSecret(null)}
        />
      )}
      <ConfirmDialog
        opened={openDialog?.kind === 'remove'}
        title="Remove the webhook"
        text="Nothing more will be sent to this webhook. The list of its deliveries will be deleted too."
        confirmLabel="Remove"
        onConfirm={() => {
          if (openDialog?.kind !== 'remove') return
          remove.mutate(openDialog.webhook)
          setViewedWebhook(null)
        }}
        onClose={close}
      />
    </Page>
  )
}

const Address = ({ url }: { url: string }) => (
  <Text inherit style={{ overflowWrap: 'anywhere' }}>
    {url}
  </Text>
)

/** Shows whether the webhook is enabled, and until when deliveries are also signed with the earlier secret. */
function Status({ webhook: { enabled, earlierSecretUntil } }: { webhook: Webhook }) {
  return (
    <>
      <Tag tone={enabled ? 'good' : 'plain'}>{enabled ? 'Enabled' : 'Disabled'}</Tag>
      {earlierSecretUntil !== undefined && (
        <Text size="xs" c="dimmed">
          Signed with both secrets until {timeWords(earlierSecretUntil)}
        </Text>
      )}
    </>
  )
}

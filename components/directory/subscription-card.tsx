import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Product, Subscription } from '../../lib/contracts/index.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import { usePending } from '../ui/use-pending.ts'
import { productName, stateOf } from './billing-words.ts'

export interface SubscriptionPort {
  /** Opens the page of the payment service on which the person changes the payment card. */
  managePayment(): Promise<void>
  change(product: string): Promise<void>
  cancel(): Promise<void>
}

interface SubscriptionCardProps {
  subscription: Subscription
  products: readonly Product[]
  port: SubscriptionPort
}

export function SubscriptionCard({ subscription, products, port }: SubscriptionCardProps) {
  const { product, state, endsAtPeriodEnd, changing, refused: refusal } = subscription
  const { pending, run } = usePending<string>()
  const [asking, setAsking] = useState(false)
  const { label, sentence, tone } = stateOf(subscription)
  const name = product === undefined ? 'Subscription' : productName(products, product)
  const isOver = state === 'ended'
  const choices = products.filter((one) => one.sold && (one.productId !== product || endsAtPeriodEnd))
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text component="h2" fw={650}>
            {name}
          </Text>
          <Tag tone={tone}>{label}</Tag>
        </Group>
        <Text>{sentence}</Text>
        {changing && <Notice tone="look">Your last change is being sent to the payment service.</Notice>}
        {refusal && !changing && (
          <Notice tone="bad" urgent>
            The payment service refused the last change. Check the payment method and try again.
          </Notice>
        )}
        {!isOver && (
          <Group gap="xs">
            <Button
              size="sm"
              variant="default"
              loading={pending === 'pay'}
              onClick={() => void run('pay', port.managePayment)}
            >
              Manage payment
            </Button>
            {choices.map(({ productId, name: choice }) => (
              <Button
                key={productId}
                size="sm"
                variant="default"
                disabled={changing}
                loading={pending === productId}
                onClick={() => void run(productId, () => port.change(productId))}
              >
                {productId === product ? `Continue ${choice}` : `Change to ${choice}`}
              </Button>
            ))}
            {!endsAtPeriodEnd && (
              <Button
                size="sm"
                variant="default"
                disabled={changing}
                loading={pending === 'cancel'}
                onClick={() => setAsking(true)}
              >
                Cancel subscription
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking}
        title="Cancel the subscription"
        text="The licence stays valid until the end of the paid period. Until then, you can undo the cancellation."
        confirmLabel="Cancel subscription"
        onConfirm={() => void run('cancel', port.cancel)}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}

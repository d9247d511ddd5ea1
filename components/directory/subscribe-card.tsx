import { Button, Group, Stack, Text } from '@mantine/core'
import type { Product, TrialState } from '../../lib/contracts/index.ts'
import { Card } from '../ui/card.tsx'
import { usePending } from '../ui/use-pending.ts'
import { trialObstacle } from './billing-words.ts'

interface SubscribeCardProps {
  products: readonly Product[]
  /** False if this server is not connected to a payment service. */
  takesPayments: boolean
  trial: TrialState
  /** Opens the page of the payment service. */
  onSubscribe: (product: string) => Promise<void>
  onStartTrial: () => Promise<void>
}

/** What an organisation without a subscription can choose: a trial, or a product. */
export function SubscribeCard({ products, takesPayments, trial, onSubscribe, onStartTrial }: SubscribeCardProps) {
  const { pending, run } = usePending<string>()
  const obstacle = trialObstacle(trial)
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          {takesPayments ? 'Subscribe' : 'More credits'}
        </Text>
        {!takesPayments && <Text c="dimmed">This server takes no payments. Ask its administrator for a licence.</Text>}
        {takesPayments && trial.canTrial && (
          <Group justify="space-between" gap="xs">
            <Text>
              Try Chartside for {trial.days} days. You do not need a payment card. You get {trial.credits.document}{' '}
              document credits and {trial.credits.session} session credits. Each note uses one credit. The settings of
              the template say which kind.
            </Text>
            <Button size="sm" loading={pending === 'trial'} onClick={() => void run('trial', onStartTrial)}>
              Start trial
            </Button>
          </Group>
        )}
        {takesPayments && obstacle !== null && <Text c="dimmed">{obstacle}</Text>}
        {takesPayments &&
          products
            .filter(({ sold }) => sold)
            .map(({ productId, name, description }) => (
              <Group key={productId} justify="space-between" gap="xs">
                <Stack gap={0}>
                  <Text>{name}</Text>
                  <Text size="sm" c="dimmed">
                    {description}
                  </Text>
                </Stack>
                <Button
                  size="sm"
                  variant="default"
                  aria-label={`Subscribe to ${name}`}
                  loading={pending === productId}
                  onClick={() => void run(productId, () => onSubscribe(productId))}
                >
                  Subscribe
                </Button>
              </Group>
            ))}
      </Stack>
    </Card>
  )
}

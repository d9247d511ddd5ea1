import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { productEndpoints } from '../../lib/contracts/endpoints/products.ts'
import { subscriptionEndpoints } from '../../lib/contracts/endpoints/subscriptions.ts'
import type { Subscription } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { toast } from '../ui/toast.ts'
import { SubscribeCard } from './subscribe-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { useDirectory } from './use-directory.ts'

/** In ms: while a change is sent to the payment service, the subscription is loaded again after this time. */
const askAgainMs = 2_000

/** The organisation's subscription, or the products to which it can subscribe. For people who manage its licences. */
export function BillingSection() {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { directoryId } = useDirectory()
  const key = ['subscriptions', directoryId]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const [subscriptions, trial, { products }, { publishableKey }] = await Promise.all([
        client.call(subscriptionEndpoints.listSubscriptions, { query: { directoryId } }, { signal }),
        client.call(subscriptionEndpoints.getTrialState, { query: { directoryId } }, { signal }),
        client.call(productEndpoints.listProducts, {}, { signal }),
        client.call(productEndpoints.getStripe, {}, { signal }),
      ])
      return { subscriptions: subscriptions.items, trial, products, takesPayments: publishableKey !== null }
    },
    refetchInterval: ({ state }) => (state.data?.subscriptions.some(({ changing }) => changing) ? askAgainMs : false),
  })
  if (error && !data) return <FailedFace error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingCards count={1} height={120} />
  const { subscriptions, trial, products, takesPayments } = data
  const current = subscriptions.filter(({ state }) => state !== 'ended')
  const reload = () =>
    Promise.all([queries.invalidateQueries({ queryKey: key }), queries.invalidateQueries({ queryKey: ['licences'] })])

  return (
    <Stack gap="sm">
      {current.map((subscription) => (
        <SubscriptionCard
          key={subscription.subscriptionId}
          subscription={subscription}
          products={products}
          port={portOf(subscription)}
        />
      ))}
      {current.length === 0 && (
        <SubscribeCard
          products={products}
          takesPayments={takesPayments}
          trial={trial}
          onSubscribe={async (product) => {
            const body = { directoryId, product }
            const options = { idempotencyKey: attempt.of(body) }
            location.assign((await client.call(subscriptionEndpoints.beginCheckout, { body }, options)).url)
          }}
          onStartTrial={async () => {
            const body = { directoryId }
            await client.call(subscriptionEndpoints.startTrial, { body }, { idempotencyKey: attempt.of(body) })
            toast('success', 'The trial has begun.')
            await reload()
          }}
        />
      )}
    </Stack>
  )

  function portOf({ subscriptionId }: Subscription) {
    return {
      async managePayment() {
        const body = { subscriptionId }
        const options = { idempotencyKey: attempt.of(body) }
        location.assign((await client.call(subscriptionEndpoints.changePaymentMethod, { body }, options)).url)
      },
      async change(product: string) {
        await client.call(subscriptionEndpoints.changeSubscription, { body: { subscriptionId, product } })
        await reload()
      },
      async cancel() {
        await client.call(subscriptionEndpoints.cancelSubscription, { body: { subscriptionId } })
        await reload()
      },
    }
  }
}

import { Button, Divider, Stack } from '@mantine/core'
import { type Provider, providerNames } from '../../lib/contracts/oauth.ts'
import { policyAllows } from '../../lib/policy/index.ts'
import { usePolicy } from '../policy.ts'
import { IconBrandApple, IconBrandGoogle, IconBrandWindows } from '../ui/icons.ts'
import { useProviders } from './use-providers.ts'

const icons: Record<Provider, typeof IconBrandGoogle> = {
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
  apple: IconBrandApple,
}

interface ProviderButtonsProps {
  busy: boolean
  onChoose: (provider: Provider) => void
}

/**
 * One button for each provider with which the server and the policy allow people to sign in. Renders nothing without a
 * provider.
 */
export function ProviderButtons({ busy, onChoose }: ProviderButtonsProps) {
  const policy = usePolicy()
  const providers = useProviders().filter((method) => policyAllows(policy, { kind: 'sign-in', method }) === null)
  if (providers.length === 0) return null
  return (
    <Stack gap="xs">
      <Divider label="or" />
      {providers.map((provider) => {
        const Icon = icons[provider]
        return (
          <Button
            key={provider}
            variant="default"
            fullWidth
            leftSection={<Icon size={18} aria-hidden />}
            disabled={busy}
            onClick={() => onChoose(provider)}
          >
            Continue with {providerNames[provider]}
          </Button>
        )
      })}
    </Stack>
  )
}

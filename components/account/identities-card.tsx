import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEndpoints } from '../../lib/contracts/endpoints/account.ts'
import { type Provider, providerNames, providers } from '../../lib/contracts/oauth.ts'
import type { LinkedIdentities } from '../../lib/contracts/own-account.ts'
import { useSharedPorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { dayWords } from '../ui/dates.ts'
import { sentenceOf, waitingFor } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { CardRow } from './card-row.tsx'
import { type Errands, useReturned } from './errands.ts'
import { PasswordField } from './password-field.tsx'
import { identitiesKey, useIdentities } from './use-identities.ts'
import { useProviders } from './use-providers.ts'

/**
 * Links and unlinks the person's accounts at Google, Microsoft and Apple. If no account is linked and the server offers
 * no sign-in through a provider, renders nothing.
 */
export function IdentitiesCard({ errands }: { errands: Errands }) {
  const { client } = useSharedPorts()
  const serverProviders = useProviders()
  const { data, error } = useIdentities(client)
  const [providerReturn, finish] = useReturned(errands, 'link')
  const [unlinking, setUnlinking] = useState<Provider | null>(null)
  const leave = useMutation({
    mutationFn: (provider: Provider) => errands.link(provider),
    onError: (failure) => toast('error', sentenceOf(failure)),
  })
  const linkedAt = new Map(data?.identities.map((one) => [one.provider, one.linkedAt]))
  const visibleProviders = providers.filter((provider) => serverProviders.includes(provider) || linkedAt.has(provider))
  if (visibleProviders.length === 0) return null
  return (
    <Card>
      <Stack gap="sm">
        <Text fw={650}>Other ways to sign in</Text>
        <Text c="dimmed">
          If you link an account of one of these services, you can sign in with it, without your Chartside password.
        </Text>
        {visibleProviders.map((provider) => {
          const name = providerNames[provider]
          const linkTime = linkedAt.get(provider)
          return (
            <CardRow
              key={provider}
              title={name}
              state={
                data ? (linkTime === undefined ? 'Not linked' : `Linked on ${dayWords(linkTime)}`) : waitingFor(error)
              }
              actions={
                data === undefined
                  ? []
                  : linkTime === undefined
                    ? [{ label: 'Link', name: `Link ${name}`, onClick: () => leave.mutate(provider) }]
                    : [{ label: 'Unlink', name: `Unlink ${name}`, onClick: () => setUnlinking(provider) }]
              }
            />
          )
        })}
      </Stack>
      {providerReturn && data && (
        <ProofDialog
          title={`Link ${providerNames[providerReturn.provider]}`}
          action="Link"
          about={`${providerNames[providerReturn.provider]} has confirmed who you are. ${data.password ? 'Enter your Chartside password, then press' : 'Press'} “Link”. You have one minute.`}
          said={`You can now sign in with ${providerNames[providerReturn.provider]}.`}
          hasPassword={data.password}
          change={(password) => {
            const { provider, ...secret } = providerReturn
            return client.call(accountEndpoints.linkIdentity, {
              params: { provider },
              body: { ...secret, ...password },
            })
          }}
          onClose={finish}
        />
      )}
      {unlinking && data && (
        <ProofDialog
          title={`Unlink ${providerNames[unlinking]}`}
          action="Unlink"
          about={`After you unlink ${providerNames[unlinking]}, you can no longer sign in with ${providerNames[unlinking]}. Devices that are signed in stay signed in.`}
          said={`${providerNames[unlinking]} is unlinked.`}
          hasPassword={data.password}
          change={(password) =>
            client.call(accountEndpoints.unlinkIdentity, { params: { provider: unlinking }, body: password })
          }
          onClose={() => setUnlinking(null)}
        />
      )}
    </Card>
  )
}

interface ProofDialogProps {
  title: string
  action: string
  about: string
  /** The sentence that is shown after success. */
  said: string
  hasPassword: boolean
  change: (password: { password?: string }) => Promise<LinkedIdentities>
  onClose: () => void
}

/** The dialog that links or unlinks an account. If the person has a password, the dialog asks for it first. */
function ProofDialog({ title, action, about, said: successSentence, hasPassword, change, onClose }: ProofDialogProps) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  async function submit() {
    queries.setQueryData(identitiesKey, await change(hasPassword ? { password } : {}))
    toast('success', successSentence)
  }
  return (
    <FormDialog
      opened
      title={title}
      action={action}
      ready={!hasPassword || password !== ''}
      submit={submit}
      onClose={onClose}
    >
      <Text>{about}</Text>
      {hasPassword && (
        <PasswordField label="Your password" isNew={false} isFirst value={password} onChange={setPassword} />
      )}
    </FormDialog>
  )
}

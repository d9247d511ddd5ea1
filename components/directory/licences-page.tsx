import { Button, Progress, Stack, Text } from '@mantine/core'
import { emailEndpoints } from '../../lib/contracts/endpoints/emails.ts'
import { licenseEndpoints } from '../../lib/contracts/endpoints/licenses.ts'
import type { License } from '../../lib/contracts/index.ts'
import { PayingLicences } from '../account/paying-licences.tsx'
import { useSharedPorts } from '../ports.tsx'
import { IconFileText } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { Tag } from '../ui/tag.tsx'
import { useChange } from '../ui/use-change.ts'
import { BillingSection } from './billing-section.tsx'
import { creditWords, periodWords } from './licence-words.ts'
import { useDirectory } from './use-directory.ts'

/**
 * The licences of the organisation, with the credits that are used. Only people with `billing.manage` may list them.
 * Everybody else sees the licence that pays for their own notes.
 */
export function LicencesPage() {
  const { client } = useSharedPorts()
  const { may } = useDirectory()
  const manages = may('billing.manage')
  const ask = useChange(() => client.call(emailEndpoints.askForLicense, {}), {
    refreshes: ['licences'],
    said: 'The people who manage your licences will get an email.',
  })
  return (
    <Page
      title="Licences"
      about="Each note that Chartside writes uses one credit. If Chartside cannot write a note, no credit is used."
      action={
        manages ? undefined : (
          <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
            Ask for more credits
          </Button>
        )
      }
    >
      {manages ? (
        <>
          <BillingSection />
          <DirectoryLicences />
        </>
      ) : (
        <PayingLicences />
      )}
    </Page>
  )
}

function DirectoryLicences() {
  const { client } = useSharedPorts()
  const { directoryId } = useDirectory()
  return (
    <Records<License>
      label="Licences"
      queryKey={['licences', directoryId]}
      load={(query, signal) =>
        client.call(licenseEndpoints.listDirectoryLicenses, { params: { directoryId }, query }, { signal })
      }
      rowKey={({ licenseId }) => licenseId}
      columns={[
        { label: 'Product', show: ({ product }) => product },
        { label: 'Notes', show: ({ credits }) => <Credits of={credits.document} label="Notes used" /> },
        { label: 'Sessions', show: ({ credits }) => <Credits of={credits.session} label="Sessions used" /> },
        { label: 'Period', show: periodWords },
        {
          label: 'State',
          show: ({ active }) => <Tag tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Not active'}</Tag>,
        },
      ]}
      empty={{
        icon: <IconFileText size={24} />,
        title: 'No licence',
        text: 'Your organisation has no licence, so the number of notes is not limited. If you want a licence, ask an administrator of this server.',
      }}
    />
  )
}

function Credits({ of, label }: { of: License['credits']['document']; label: string }) {
  const share = of.limit === null || of.limit === 0 ? null : Math.min(100, (of.used / of.limit) * 100)
  return (
    <Stack gap={4} miw={96}>
      <Text>{creditWords(of)}</Text>
      {share !== null && (
        <Progress
          value={share}
          color={share >= 90 ? 'yellow.7' : 'purple'}
          size="sm"
          aria-label={`${label}: ${creditWords(of)}`}
        />
      )}
    </Stack>
  )
}

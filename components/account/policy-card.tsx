import { List, Stack, Text } from '@mantine/core'
import type { Policy, PolicyKey } from '../../lib/contracts/policy.ts'
import { type PolicyReading, problemWords } from '../../lib/policy/index.ts'
import { setByOrganisation } from '../policy.ts'
import { Card } from '../ui/card.tsx'
import { ProblemsNotice } from './refusal-notice.tsx'

const listWords = (items: readonly (string | number)[] = []) => (items.length > 0 ? items.join(', ') : 'none')
const daysOf = (days: number | undefined) =>
  days === undefined ? 'no limit' : `${days} ${days === 1 ? 'day' : 'days'}`

/**
 * The sentence that the user reads for each key of the policy. Null: no sentence is shown, because the key matters to
 * administrators only.
 */
const words: Record<PolicyKey, ((policy: Policy) => string) | null> = {
  serverUrl: ({ serverUrl }) => `Server: ${serverUrl || 'none'}`,
  directoryId: () => 'You can use Chartside only in this organisation.',
  ehrHosts: ({ ehrHosts }) => `Pages that Chartside reads and fills: ${listWords(ehrHosts)}`,
  captureSources: ({ captureSources }) => `What may be recorded: ${listWords(captureSources)}`,
  retention: ({ retention }) =>
    `How long this computer keeps recordings: ${daysOf(retention?.audioDays)}. How long it keeps text without a note: ${daysOf(retention?.transcriptDays)}`,
  signInMethods: ({ signInMethods }) => `Ways to sign in: ${listWords(signInMethods)}`,
  disabledFeatures: ({ disabledFeatures }) => `Turned off: ${listWords(disabledFeatures)}`,
  models: ({ models }) => `Models: ${listWords(models)}`,
  consent: ({ consent }) =>
    consent?.required
      ? 'The patient must agree before each recording.'
      : 'Chartside does not ask for the patient’s agreement before a recording.',
  popupButton: ({ popupButton }) => `Chartside button in AdvancedMD’s popup windows: ${popupButton ? 'on' : 'off'}`,
  requireCopies: ({ requireCopies }) =>
    `Copies of recordings that wait for an hour: ${requireCopies ? 'asked for' : 'your choice'}`,
  minimumVersion: ({ minimumVersion }) => `Oldest version of Chartside that may be used: ${minimumVersion}`,
  dataHosts: ({ dataHosts }) => `Chartside also sends data to: ${listWords(dataHosts)}`,
  expectedKeys: null,
}

/** Lists the settings of the organisation's policy, and its errors. Renders nothing without a policy. */
export function PolicyCard({ reading: { managed, policy, problems } }: { reading: PolicyReading }) {
  if (!managed) return null
  const lines = Object.keys(policy).flatMap((key) => words[key as PolicyKey]?.(policy) ?? [])
  return (
    <Card>
      <Stack gap="xs">
        <Text fw={650}>{setByOrganisation}</Text>
        <ProblemsNotice problems={problems}>
          Until your administrator corrects these errors, Chartside uses the strictest settings. Show this list to your
          administrator:
          <List size="sm" mt={4}>
            {problems.map((problem) => (
              <List.Item key={problem.key}>{problemWords(problem)}</List.Item>
            ))}
          </List>
        </ProblemsNotice>
        <Stack gap={4} component="ul" m={0} p={0}>
          {lines.map((line) => (
            <Text key={line} component="li" c="dimmed" style={{ overflowWrap: 'anywhere', listStyle: 'none' }}>
              {line}
            </Text>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}

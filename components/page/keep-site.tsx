import { Button, Group, Text } from '@mantine/core'
import { policyAllows } from '../../lib/policy/index.ts'
import { usePolicy } from '../policy.ts'
import { usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { sentenceOf } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { usePage } from './chart-head.tsx'
import { noSites, siteOf } from './sites-port.ts'

/**
 * Offers to allow the site of the open page if its EHR is not known. Without this permission, Chartside reads the page
 * only after a click on the Chartside button.
 */
export function KeepSite() {
  const { sites } = usePorts()
  const { kept: allowedHosts } = useSubscribed(sites, noSites)
  const page = usePage()
  const policy = usePolicy()
  if (page.status !== 'ready' || page.reading.source !== 'other') return null
  const host = siteOf(page.reading.url.split(' ')[0] ?? '')
  if (host === null || allowedHosts.includes(host)) return null
  const refusal =
    policyAllows(policy, { kind: 'feature', feature: 'keep-sites' }) ?? policyAllows(policy, { kind: 'page', host })
  if (refusal !== null) return null

  async function keep(site: string) {
    try {
      if (await sites.keep(site))
        toast(
          'success',
          `Chartside can now read ${site} even when you do not click the Chartside button. You can change this in the settings.`,
        )
      else toast('blank', 'Nothing was changed.')
    } catch (error) {
      toast('error', sentenceOf(error))
    }
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text size="xs" c="dimmed">
        Chartside reads {host} only after you click the Chartside button.
      </Text>
      <Button size="xs" variant="subtle" style={{ flexShrink: 0 }} onClick={() => void keep(host)}>
        Keep this site
      </Button>
    </Group>
  )
}

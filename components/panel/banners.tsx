import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bannerEndpoints } from '../../lib/contracts/endpoints/banners.ts'
import type { Banner } from '../../lib/contracts/index.ts'
import { PolicyProblems } from '../account/refusal-notice.tsx'
import { useAccount } from '../account/use-account.ts'
import { usePolicy } from '../policy.ts'
import { useSharedPorts } from '../ports.tsx'
import { Notice } from '../ui/notice.tsx'
import classes from './reachability.module.css'
import { OfflineBanner } from './reachability.tsx'

/** How often a panel that stays open asks for new notices. */
const askEveryMs = 5 * 60_000
const tones = { info: 'good', warning: 'look', error: 'bad' } as const
const hiddenKey = ['banners', 'hidden']

/**
 * The banners between head and screen: that the server cannot be reached, that an administrator acts as another person,
 * and the notices of the server's administrators.
 */
export function Banners() {
  return (
    <>
      <OfflineBanner />
      <PolicyBanner />
      <ActingBanner />
      <Notices />
    </>
  )
}

function PolicyBanner() {
  if (usePolicy().problems.length === 0) return null
  return (
    <div className={classes.banner}>
      <PolicyProblems />
    </div>
  )
}

/** Tells an acting administrator whose account is in use. This banner cannot be hidden. */
export function ActingBanner() {
  const account = useAccount()
  if (account.data?.actingAdministrator !== true) return null
  return (
    <div className={classes.banner}>
      <Notice tone="look" title={`You act as ${account.data.email}`}>
        The audit log records your name and the name of this person. Sign out to stop acting as this person.
      </Notice>
    </div>
  )
}

/** The notices of the server's administrators. Each can be hidden until the panel is opened again. */
function Notices() {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['banners'],
    queryFn: ({ signal }) => client.call(bannerEndpoints.listBanners, {}, { signal }),
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
  })
  // The ids of the notices that the user has hidden. They are kept in the query cache, because the state of this
  // component is lost when another screen opens. `enabled` is false, because the server does not know these ids.
  const { data: hiddenIds } = useQuery<readonly string[]>({
    queryKey: hiddenKey,
    enabled: false,
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  })
  const visibleBanners = (data?.banners ?? []).filter(({ bannerId }) => !hiddenIds.includes(bannerId))
  if (visibleBanners.length === 0) return null
  const hide = ({ bannerId }: Banner) =>
    queries.setQueryData<readonly string[]>(hiddenKey, (oldIds = []) => [...oldIds, bannerId])
  return (
    <Stack gap="xs" className={classes.banner}>
      {visibleBanners.map((banner) => (
        <Notice
          key={banner.bannerId}
          tone={tones[banner.level]}
          action={
            <Button variant="subtle" size="compact-sm" aria-label={`Hide: ${banner.text}`} onClick={() => hide(banner)}>
              Hide
            </Button>
          }
        >
          {banner.text}
        </Notice>
      ))}
    </Stack>
  )
}

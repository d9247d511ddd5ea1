import { Text } from '@mantine/core'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { OfflineBanner } from '../panel/reachability.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { Frame } from '../ui/frame.tsx'
import { LayoutCard } from './layout-card.tsx'
import { LayoutList } from './layout-list.tsx'

/** Every template one can see. */
export function TemplatesScreen({ email }: { email: string }) {
  const page = usePage()
  const { session } = useSession()
  return (
    <Frame head={<ChartHead bound={session.patient} />} banner={<OfflineBanner />} navigation>
      <Text component="h2" fz="lg" fw={650}>
        Templates
      </Text>
      <LayoutList
        source={page.status === 'ready' ? page.reading.source : null}
        email={email}
        renderCard={(layout) => <LayoutCard key={layout._id} layout={layout} email={email} />}
      />
    </Frame>
  )
}

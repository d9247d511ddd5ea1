import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { ReportSearch, ReportSummary } from '../../lib/contracts/index.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame } from '../ui/frame.tsx'
import { IconFileText } from '../ui/icons.ts'
import { ListRows } from '../ui/list-rows.tsx'
import { ShowMore, usePages } from '../ui/use-pages.tsx'
import { DeleteReport } from './delete-report.tsx'
import { AllPatients, ListSearch, noneFits } from './list-search.tsx'
import { ReportCard } from './report-card.tsx'
import { type ListFilter, useListSearch } from './use-list-search.ts'

const underwayPollMs = 2000
const isUnderway = ({ status }: ReportSummary) => status === 'generating' || status === 'ocr-waiting'

const filterQueries = {
  unsigned: { state: 'unsigned' },
  drafts: { state: 'draft' },
  mine: { mine: true },
} as const satisfies Record<string, Partial<ReportSearch>>
type Filter = keyof typeof filterQueries
const filters: readonly ListFilter<Filter>[] = [
  { name: 'drafts', label: 'Drafts' },
  { name: 'unsigned', label: 'Not signed' },
  { name: 'mine', label: 'Mine' },
]

export function ReportsScreen() {
  const { client } = usePorts()
  const { session } = useSession()
  const [, navigate] = useLocation()
  const search = useListSearch<Filter>()
  const { query, isFiltered } = search
  const [deleting, setDeleting] = useState<ReportSummary | null>(null)
  const reports = usePages<ReportSummary>({
    queryKey: ['reports', query, search.filters],
    load: (page, signal) =>
      client.call(
        userEndpoints.searchReports,
        { body: { ...page, ...query, ...Object.assign({}, ...search.filters.map((name) => filterQueries[name])) } },
        { signal },
      ),
    reloadAfter: (items) => (items.some(isUnderway) ? underwayPollMs : false),
  })
  const { items } = reports

  return (
    <Frame head={<ChartHead bound={session.patient} />} banner={<Banners />} navigation>
      <Group justify="space-between">
        <Text component="h2" fz="lg" fw={650}>
          Reports
        </Text>
        <Button size="sm" variant="subtle" onClick={() => navigate('/transcripts')}>
          Transcripts
        </Button>
      </Group>
      <ListSearch of="reports" search={search} filters={filters} />
      {reports.isPending && <LoadingCards height={84} />}
      {reports.isError && items.length === 0 && (
        <FailedFace error={reports.error} onRetry={() => void reports.refetch()} />
      )}
      {reports.isSuccess && items.length === 0 && (
        <EmptyFace
          icon={<IconFileText size={24} />}
          title={isFiltered ? 'No report fits' : 'No reports yet'}
          action={
            isFiltered ? (
              <AllPatients search={search} />
            ) : (
              <Button size="sm" variant="light" onClick={() => navigate('/')}>
                Start a session
              </Button>
            )
          }
        >
          {isFiltered ? noneFits(search.ofPatient) : 'A note appears here as soon as you write one.'}
        </EmptyFace>
      )}
      <ListRows isOutdated={reports.isPlaceholderData || search.isStale}>
        <Stack gap="sm">
          {items.map((report) => (
            <ReportCard
              key={report._id}
              report={report}
              now={Date.now()}
              as={Link}
              onDelete={() => setDeleting(report)}
            />
          ))}
        </Stack>
      </ListRows>
      <ShowMore list={reports} />
      {deleting && <DeleteReport report={deleting} onDone={() => setDeleting(null)} />}
    </Frame>
  )
}

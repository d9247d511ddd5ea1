import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { ReportSummary } from '../../lib/contracts/index.ts'
import { ChartHead } from '../page/chart-head.tsx'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { EmptyFace, FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame } from '../ui/frame.tsx'
import { IconFileText, IconSearch } from '../ui/icons.ts'
import { ListRows } from '../ui/list-rows.tsx'
import { ShowMore, usePages } from '../ui/use-pages.tsx'
import { useSearch } from '../ui/use-search.ts'
import { DeleteReport } from './delete-report.tsx'
import { ReportCard } from './report-card.tsx'

const underwayPollMs = 2000
const isUnderway = ({ status }: ReportSummary) => status === 'generating' || status === 'ocr-waiting'

export function ReportsScreen() {
  const { client } = usePorts()
  const { session } = useSession()
  const [, navigate] = useLocation()
  const { searchText, setSearchText, search, isStale } = useSearch()
  const [deleting, setDeleting] = useState<ReportSummary | null>(null)
  const reports = usePages<ReportSummary>({
    queryKey: ['reports', search],
    load: (page, signal) =>
      client.call(userEndpoints.listReports, { query: { ...page, ...(search ? { search } : {}) } }, { signal }),
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
      <TextInput
        type="search"
        aria-label="Search reports"
        placeholder="Search by title or number"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={searchText}
        onChange={(event) => setSearchText(event.currentTarget.value)}
      />
      {reports.isPending && <LoadingCards height={84} />}
      {reports.isError && items.length === 0 && (
        <FailedFace error={reports.error} onRetry={() => void reports.refetch()} />
      )}
      {reports.isSuccess && items.length === 0 && (
        <EmptyFace
          icon={<IconFileText size={24} />}
          title={search ? 'No report fits' : 'No reports yet'}
          action={
            !search && (
              <Button size="sm" variant="light" onClick={() => navigate('/')}>
                Start a session
              </Button>
            )
          }
        >
          {search ? 'Try another word, or clear the search.' : 'A note appears here as soon as you write one.'}
        </EmptyFace>
      )}
      <ListRows isOutdated={reports.isPlaceholderData || isStale}>
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

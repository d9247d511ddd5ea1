import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { Banners } from '../panel/banners.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { ReportView } from './report-view.tsx'
import { useReport } from './use-report.ts'

const FillScreen = lazy(async () => ({ default: (await import('./fill-screen.tsx')).FillScreen }))

export function ReportScreen({ id, filling }: { id: string; filling: boolean }) {
  const [, navigate] = useLocation()
  const report = useReport(id)
  if (report.data && filling)
    return (
      <Suspense fallback={<Waiting onBack={() => navigate('/reports')} />}>
        <FillScreen report={report.data} />
      </Suspense>
    )
  if (report.data) return <ReportView key={id} report={report.data} />
  return (
    <Frame
      head={<Head title="Note" subtitle="" initials="" onBack={() => navigate('/reports')} />}
      banner={<Banners />}
    >
      {report.isError ? <FailedFace error={report.error} onRetry={() => void report.refetch()} /> : <LoadingCards />}
    </Frame>
  )
}

function Waiting({ onBack }: { onBack: () => void }) {
  return (
    <Frame head={<Head title="Note" subtitle="" initials="" onBack={onBack} />}>
      <LoadingCards />
    </Frame>
  )
}

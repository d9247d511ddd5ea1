import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Report } from '../../lib/contracts/index.ts'
import type { FillPlan, Receipt } from '../../lib/page/shapes.ts'
import { toNote } from '../../lib/report/index.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { isSame } from './fill-row.tsx'
import { pageValues } from './page-values.ts'

export type FillPhase = 'planned' | 'filling' | 'filled' | 'undoing'

/** Reads the page, plans, fills, takes back. Nothing is written before `fill`. */
export function useFill(report: Report) {
  const { page } = usePorts()
  const [phase, setPhase] = useState<FillPhase>('planned')
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [receipts, setReceipts] = useState<Receipt[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const plan = useQuery({
    queryKey: ['plan', report._id, report.version],
    queryFn: async (): Promise<FillPlan & { source: string }> => {
      const reading = await page.read()
      const { sections } = toNote(report.title, report.template, report.results)
      const planned = await page.plan(pageValues(sections, reading))
      return { ...planned, source: reading.source }
    },
    // A plan is true for one moment of one page.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  const writes = plan.data?.writes ?? []
  const chosen = writes.filter((write) => !unticked.has(write.fieldId) && !isSame(write))

  async function attempt(during: FillPhase, after: FillPhase, otherwise: FillPhase, act: () => Promise<Receipt[]>) {
    setPhase(during)
    setProblem(null)
    try {
      const answered = await act()
      setReceipts(answered)
      setPhase(after)
      return answered
    } catch (error) {
      setProblem(sentenceOf(error))
      setPhase(otherwise)
      return null
    }
  }

  return {
    plan,
    phase,
    problem,
    receipts,
    chosen,
    isTicked: (fieldId: string) => chosen.some((write) => write.fieldId === fieldId),
    tick(fieldId: string, on: boolean) {
      const next = new Set(unticked)
      if (on) next.delete(fieldId)
      else next.add(fieldId)
      setUnticked(next)
    },
    async fill(confirmedPatient: string | null) {
      const { data } = plan
      if (!data) return
      await attempt('filling', 'filled', 'planned', () => {
        const { source: _, ...planned } = data
        return page.fill({ ...planned, writes: chosen }, confirmedPatient)
      })
    },
    /** Answers the receipts of the undo, null when it failed. */
    async undo() {
      const undone = await attempt('undoing', 'planned', 'filled', page.undo)
      if (!undone) return null
      setReceipts([])
      await plan.refetch()
      return undone
    },
    async again() {
      setPhase('planned')
      setReceipts([])
      setProblem(null)
      await plan.refetch()
    },
  }
}

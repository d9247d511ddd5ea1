import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Report } from '../../lib/contracts/index.ts'
import { type Drift, driftSince, driftState } from '../../lib/page/form/drift.ts'
import { savedOfDynamic, savedOfLayout } from '../../lib/page/form/saved-form.ts'
import { mayAdd, type Treatment, withPresentText } from '../../lib/page/plan/occupied.ts'
import { confirmIrreversible } from '../../lib/page/plan/plan.ts'
import type { FillResult, PlannedWrite, Receipt, WrittenFill } from '../../lib/page/shapes.ts'
import { toNote } from '../../lib/report/index.ts'
import { usePage } from '../page/chart-head.tsx'
import type { PlanOfPage } from '../page/port.ts'
import { usePorts } from '../ports.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { isSame, isUndone } from './fill-words.ts'
import { pageValues } from './page-values.ts'
import { patientOf } from './report-words.ts'
import { useAudit } from './use-audit.ts'

export type FillPhase = 'planned' | 'filling' | 'filled' | 'undoing'

interface Planned extends PlanOfPage {
  /** What changed in the form since the note's template was made. */
  drift: Drift | null
  /** True if the clinician has accepted this change of the form before. */
  agreed: boolean
}

/** The result of a fill and its time. */
interface Filled {
  receipts: Receipt[]
  at: Date
}

/** True if both plans would do the same with these fields. */
const sameWrites = (one: PlannedWrite[], two: PlannedWrite[], ids: ReadonlySet<string>): boolean => {
  const key = (writes: PlannedWrite[]) => JSON.stringify(writes.filter(({ fieldId }) => ids.has(fieldId)))
  return key(one) === key(two)
}

/**
 * Plans which values of the note can be written into the page's form. `fill` writes the chosen values, and `undo`
 * restores the old values. Making a plan writes nothing. The plan is made again when another page, patient or form is
 * shown.
 */
export function useFill(report: Report) {
  const { page } = usePorts()
  const audit = useAudit(report)
  const [phase, setPhase] = useState<FillPhase>('planned')
  const live = usePage()
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  /** What the clinician has chosen for the fields that have a value of their own. The others are kept. */
  const [treatments, setTreatments] = useState<ReadonlyMap<string, Treatment>>(new Map())
  /** Choices that the clinician has ticked although undo cannot remove them. Each new plan starts without any. */
  const [forGood, setForGood] = useState<ReadonlySet<string>>(new Set())
  const [timedFill, setTimedFill] = useState<Filled | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [dropped, setDropped] = useState<Receipt | null>(null)
  /** The receipts of the fields that were undone one by one. */
  const [undone, setUndone] = useState<Receipt[]>([])
  /** The last fill or drag, if it has left something that can be undone. */
  const [writtenFill, setWrittenFill] = useState<WrittenFill | null>(null)
  const queries = useQueryClient()

  async function makePlan(): Promise<Planned> {
    const { template, dynamicFields = [], results, title } = report
    const values = pageValues(toNote(title, template, results, dynamicFields).sections)
    const savedFields = [...savedOfLayout(template), ...savedOfDynamic(dynamicFields)]
    const { plan, reading } = await page.plan(values, { patient: patientOf(report), saved: savedFields })
    const drift = driftSince(savedFields, reading)
    const agreed = drift !== null && (await page.wasAgreed(driftState(reading, drift)))
    return { plan, reading, drift, agreed }
  }

  const planKey = ['plan', report._id, report.version]
  const planQuery = useQuery({
    queryKey: planKey,
    queryFn: makePlan,
    // A plan is only valid for the current state of the page, so never cache it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  const writes = planQuery.data?.plan.writes ?? []
  const treatmentOf = ({ fieldId }: PlannedWrite): Treatment => treatments.get(fieldId) ?? 'keep'
  const isTicked = (write: PlannedWrite) => {
    if (write.occupied) return treatmentOf(write) !== 'keep'
    return write.irreversible ? forGood.has(write.fieldId) : !unticked.has(write.fieldId)
  }
  const treated = (write: PlannedWrite): PlannedWrite =>
    treatmentOf(write) === 'add' && mayAdd(write) ? withPresentText(write) : write
  const chosenWrites = writes.filter((write) => isTicked(write) && !isSame(write))
  const plannedNonce = planQuery.data?.reading.nonce
  /** True if the page is still the page of the plan. */
  const isCurrent = live.status === 'ready' && live.reading.nonce === plannedNonce

  /** Makes a new plan from the current page. */
  async function replan() {
    setForGood(new Set())
    setTreatments(new Map())
    await planQuery.refetch()
  }

  const mustPlanAgain =
    phase === 'planned' && live.status === 'ready' && plannedNonce !== undefined && live.reading.nonce !== plannedNonce
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plan is made again only when the page is another one
  useEffect(() => {
    if (mustPlanAgain) void replan()
  }, [mustPlanAgain, live])

  function noteWritten({ fillId }: FillResult) {
    const nonce = planQuery.data?.plan.nonce
    setWrittenFill(nonce !== undefined && fillId !== null ? { nonce, fillId } : null)
  }

  function carried(result: FillResult) {
    const [receipt] = result.receipts
    if (!receipt) return
    audit.filled([receipt])
    setDropped(receipt)
    setProblem(null)
    if (receipt.outcome === 'refused') return
    noteWritten(result)
    setTimedFill(null)
    setPhase('planned')
    void replan()
  }

  /** Where the page does not show these fields again, replaces their receipts. */
  const withReceipts = (oldReceipts: Receipt[], newReceipts: Receipt[]): Receipt[] => [
    ...oldReceipts.map((each) => newReceipts.find(({ fieldId }) => fieldId === each.fieldId) ?? each),
    ...newReceipts.filter(({ fieldId }) => !oldReceipts.some((each) => each.fieldId === fieldId)),
  ]

  async function attempt<Result>(during: FillPhase, otherwise: FillPhase, act: () => Promise<Result>) {
    setPhase(during)
    setProblem(null)
    if (during === 'filling') setDropped(null)
    try {
      return await act()
    } catch (error) {
      setProblem(sentenceOf(error))
      setPhase(otherwise)
      return null
    }
  }

  return {
    planned: planQuery,
    phase,
    problem,
    receipts: timedFill?.receipts ?? [],
    /** Returns the receipt of a field that was undone alone. */
    undoOf: (id: string): Receipt | undefined => undone.find(({ fieldId }) => fieldId === id),
    /** True if the field can be undone alone: the page of the plan is open, and a fill has written the field. */
    mayUndoField: (id: string): boolean =>
      isCurrent &&
      (timedFill
        ? timedFill.receipts.some(
            (each) => each.fieldId === id && each.outcome === 'written' && !isUndone(each) && !each.irreversible,
          )
        : planQuery.data?.reading.lastFill?.fieldIds.includes(id) === true),
    filledAt: timedFill?.at ?? null,
    chosen: chosenWrites,
    /**
     * The receipt of the last value that was dragged into the page, or null. If the drop was not refused, `undo`
     * undoes this drag and not the fill before it.
     */
    dropped,
    carried,
    /** True if the last fill or drag has left something that `undo` can undo. */
    mayUndo: writtenFill !== null,
    fail: setProblem,
    isTicked: (fieldId: string) => chosenWrites.some((write) => write.fieldId === fieldId),
    /** The state of the page now, which may be another page than the page of the plan. */
    live,
    isCurrent,
    treatmentOf,
    /** True if the new text fits below the text of the page. */
    mayAdd: (write: PlannedWrite): boolean =>
      mayAdd(write, planQuery.data?.reading.fields.find(({ id }) => id === write.fieldId)?.maxLength),
    treat: ({ fieldId }: PlannedWrite, treatment: Treatment) =>
      setTreatments((oldTreatments) => new Map(oldTreatments).set(fieldId, treatment)),
    tick({ fieldId, irreversible }: PlannedWrite, on: boolean) {
      const newIds = new Set(irreversible ? forGood : unticked)
      if (on === (irreversible !== undefined)) newIds.add(fieldId)
      else newIds.delete(fieldId)
      if (irreversible) setForGood(newIds)
      else setUnticked(newIds)
    },
    /** Stores that the clinician accepted the changed form. The question is repeated only after a further change. */
    agree() {
      const { data } = planQuery
      if (!data?.drift) return
      queries.setQueryData(planKey, { ...data, agreed: true })
      void page.agree(driftState(data.reading, data.drift))
    },
    /**
     * Writes the ticked fields, or only one field. Before this call, the clinician must have confirmed each choice that
     * undo cannot remove.
     */
    async fill(confirmedPatient: string | null, only?: string) {
      const { data } = planQuery
      if (!data) return
      const writesToFill = only === undefined ? chosenWrites : writes.filter(({ fieldId }) => fieldId === only)
      const ids = new Set(writesToFill.map(({ fieldId }) => fieldId))
      const result = await attempt('filling', phase, async () => {
        // The clinician may have typed in the page since it was read.
        const fresh = await makePlan()
        if (!timedFill) queries.setQueryData(planKey, { ...fresh, agreed: data.agreed || fresh.agreed })
        if (fresh.reading.nonce !== data.reading.nonce || !sameWrites(fresh.plan.writes, data.plan.writes, ids))
          throw new Error('The page has changed. Check the values below, then press Fill again. Nothing was written.')
        const plan = {
          ...fresh.plan,
          writes: writesToFill.map(treated),
          refusals: only === undefined ? fresh.plan.refusals : [],
        }
        return page.fill(confirmIrreversible(plan), confirmedPatient)
      })
      if (!result) return
      const { receipts } = result
      audit.filled(receipts)
      setTimedFill({ receipts: timedFill ? withReceipts(timedFill.receipts, receipts) : receipts, at: new Date() })
      setUndone((oldReceipts) =>
        oldReceipts.filter(({ fieldId }) => !receipts.some((each) => each.fieldId === fieldId)),
      )
      noteWritten(result)
      setPhase('filled')
    },
    /**
     * If undo could not remove a dragged value from its field, the drop writes nothing. This function writes the value.
     * Call it after the clinician has confirmed the choice. Writes only if the page of the plan is still open.
     */
    async fillDropped({ fieldId, label }: Receipt, value: string[], confirmedPatient: string | null) {
      const { data } = planQuery
      if (!data) return
      const result = await attempt('filling', phase, async () => {
        const { plan } = await page.plan([{ fieldId, label, value }], { patient: patientOf(report) })
        const { writes } = plan
        return page.fill(confirmIrreversible({ ...data.plan, writes, refusals: [] }), confirmedPatient)
      })
      if (!result) return
      setPhase(phase)
      if (result.receipts.length > 0) carried(result)
      else setProblem('The page has changed. Press “Read the page again”.')
    },
    /** Undoes the last fill or drag. Returns the receipt of each field, or null if the undo failed. */
    async undo(fill: WrittenFill | null = writtenFill) {
      if (!fill) return null
      const undone = await attempt('undoing', timedFill ? 'filled' : 'planned', () => page.undo(fill))
      if (!undone) return null
      setWrittenFill(null)
      setTimedFill(null)
      setDropped(null)
      setUndone([])
      setPhase('planned')
      await replan()
      return undone
    },
    /** Undoes one field. The other receipts stay. Returns the receipts, or null if the undo failed. */
    async undoField(fieldId: string) {
      const { data } = planQuery
      if (!data) return null
      const result = await attempt('undoing', phase, async () => {
        const receipts = await page.undoField({ nonce: data.reading.nonce, fieldId })
        return { receipts, fresh: await makePlan() }
      })
      if (!result) return null
      const { receipts, fresh } = result
      const undoneIds = new Set(receipts.filter(isUndone).map((each) => each.fieldId))
      // After a fill, the screen goes on to show the values that were written.
      const writes = data.plan.writes.map((each) =>
        undoneIds.has(each.fieldId)
          ? (fresh.plan.writes.find((newWrite) => newWrite.fieldId === each.fieldId) ?? each)
          : each,
      )
      const plan = { ...fresh.plan, writes, refusals: data.plan.refusals }
      queries.setQueryData(planKey, { ...fresh, agreed: data.agreed || fresh.agreed, ...(timedFill && { plan }) })
      if (timedFill)
        setTimedFill({ ...timedFill, receipts: withReceipts(timedFill.receipts, receipts.filter(isUndone)) })
      setUndone((oldReceipts) => withReceipts(oldReceipts, receipts))
      const { lastFill, nonce } = fresh.reading
      setWrittenFill((oldFill) => oldFill && (lastFill ? { nonce, fillId: lastFill.fillId } : null))
      setPhase(phase)
      return receipts
    },
    /** Reads the page again and makes a new plan. Values that were filled are then the current values. */
    async again() {
      setPhase('planned')
      setTimedFill(null)
      setDropped(null)
      setUndone([])
      setProblem(null)
      await replan()
    },
  }
}

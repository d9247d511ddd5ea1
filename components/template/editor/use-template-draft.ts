import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Template } from '../../../lib/contracts/index.ts'
import { type TemplateProblem, templateProblems } from '../../../lib/template/index.ts'
import { sentenceOf } from '../../ui/failure.ts'
import type { TemplateDraftPort } from '../draft-port.ts'
import { ChangedMeanwhile, type EditorHost } from '../editor-properties.ts'
import { begin, changed, corrected, redone, undone } from './history.ts'
import { same } from './same.ts'
import { useUnsaved } from './use-unsaved.ts'

/** The state of the last save. */
export type SaveState =
  | { kind: 'idle' | 'saving' | 'saved' }
  | { kind: 'failed'; message: string }
  /** The template was not sent, because these problems must be fixed first. */
  | { kind: 'problems'; problems: readonly TemplateProblem[] }
  /** Another user saved the template first. The user must choose a version. */
  | { kind: 'changed'; newer: Template }

/** Changes the template. `step` names the input, so that continued typing is one undo step. */
export type Change = (change: (template: Template) => Template, step?: string) => void

interface DraftOptions {
  template: Template
  host: EditorHost
  port: TemplateDraftPort | undefined
}

/** The edited template with its undo history, unsaved changes and saving. The rules are in lib/template. */
export function useTemplateDraft({ template, host, port }: DraftOptions) {
  const [history, setHistory] = useState(() => begin(template))
  const [savedTemplate, setSavedTemplate] = useState(template)
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'idle' })
  const [isRestored, setRestored] = useState(false)
  const edited = history.present
  const dirty = useMemo(() => !same(edited, savedTemplate), [edited, savedTemplate])
  const latest = useRef({ edited, saved: savedTemplate, dirty, host, saving: false })
  latest.current = { ...latest.current, edited, saved: savedTemplate, dirty, host }

  const isReady = useUnsaved(port, { saved: savedTemplate, edited: dirty ? edited : savedTemplate }, (unsaved) => {
    if (same(unsaved.edited, template)) return
    setHistory(changed(begin(template), unsaved.edited, { atMs: Date.now() }))
    setSavedTemplate(unsaved.saved)
    setRestored(true)
    if (!same(unsaved.saved, template)) setSaveState({ kind: 'changed', newer: template })
  })

  const lastGiven = useRef(template)
  useEffect(() => {
    // Continue only if the host has passed a new saved version.
    if (lastGiven.current === template) return
    lastGiven.current = template
    const { saved, dirty } = latest.current
    if (same(template, saved)) return
    if (dirty && template.id === saved.id) return setSaveState({ kind: 'changed', newer: template })
    setSavedTemplate(template)
    setHistory((history) =>
      template.id === saved.id ? changed(history, template, { atMs: Date.now() }) : begin(template),
    )
  }, [template])

  const change = useCallback<Change>((update, what) => {
    setHistory((history) => changed(history, update(history.present), { what, atMs: Date.now() }))
    setSaveState((state) => (state.kind === 'saved' || state.kind === 'problems' ? { kind: 'idle' } : state))
  }, [])
  const undo = useCallback(() => setHistory(undone), [])
  const redo = useCallback(() => setHistory(redone), [])

  const save = useCallback(async (replaceNewer = false) => {
    const { edited, saved, dirty, host, saving } = latest.current
    if (!host.save || saving) return
    if (!dirty && !replaceNewer) return setSaveState({ kind: 'saved' })
    const problems = problemsOf(edited).filter(({ level }) => level === 'error')
    if (problems.length > 0) return setSaveState({ kind: 'problems', problems })
    latest.current.saving = true
    setSaveState({ kind: 'saving' })
    try {
      await host.save(edited, { replaceNewer, from: saved })
      setSavedTemplate(edited)
      setRestored(false)
      setSaveState({ kind: 'saved' })
    } catch (error) {
      if (error instanceof ChangedMeanwhile) setSaveState({ kind: 'changed', newer: error.newer })
      else setSaveState({ kind: 'failed', message: sentenceOf(error) })
    } finally {
      latest.current.saving = false
    }
  }, [])

  const keepMine = useCallback(() => save(true), [save])
  const takeNewer = useCallback((newer: Template) => {
    setSavedTemplate(newer)
    setHistory((history) => changed(history, newer, { atMs: Date.now() }))
    setSaveState({ kind: 'idle' })
    setRestored(false)
  }, [])
  const discard = useCallback(() => {
    setHistory((history) => changed(history, latest.current.saved, { atMs: Date.now() }))
    setRestored(false)
  }, [])

  /**
   * Changes the template's group. The host stores the group at once, without saving the template, so the change is not
   * an undo step. Rejects if the host rejects.
   */
  const changeGroup = useCallback(async (group: string | undefined) => {
    await latest.current.host.changeGroup?.(group)
    const correct = ({ group: _before, ...rest }: Template): Template =>
      group === undefined ? rest : { ...rest, group }
    setHistory((history) => corrected(history, correct))
    setSavedTemplate(correct)
  }, [])

  return {
    /** False while earlier unsaved changes are being loaded. */
    ready: isReady,
    template: edited,
    dirty,
    saveState,
    restored: isRestored,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    undo,
    redo,
    save,
    keepMine,
    takeNewer,
    discard,
    changeGroup,
  }
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

function problemsOf(template: Template): readonly TemplateProblem[] {
  const nameless: TemplateProblem[] =
    template.name.trim() === '' ? [{ message: 'Give the template a name.', level: 'error' }] : []
  return [...nameless, ...templateProblems(template)]
}

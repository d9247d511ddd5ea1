import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { templateEndpoints } from '../../../lib/contracts/endpoints/templates.ts'
import { userEndpoints } from '../../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../../lib/contracts/index.ts'
import { writeTemplate } from '../../../lib/template/index.ts'
import { usePorts } from '../../ports.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { sentenceOf } from '../../ui/failure.ts'
import { toast } from '../../ui/toast.ts'
import { draftOf, templateOf } from '../layout-template.ts'
import { LayoutDetails, type LayoutDetailsChange } from './layout-details.tsx'
import type { LayoutAction } from './layout-menu.tsx'
import { fileNameOf, saveFile } from './save-file.ts'
import type { LayoutSharing } from './share-layout.tsx'

// Load the code of this dialog only when it opens, so that the list of templates appears sooner.
const ShareLayout = lazy(async () => ({ default: (await import('./share-layout.tsx')).ShareLayout }))

interface Options {
  email: string
  /** Called after a layout was deleted, for example to leave its screen. */
  onDeleted?: () => void
  /** Called after an action of this hook has changed a layout. Not called for changes in the template editor. */
  onChanged?: (layout: Layout) => void
}

export function useLayoutActions({ email, onDeleted, onChanged }: Options): {
  act: (action: LayoutAction, layout: Layout) => void
  dialogs: ReactNode
} {
  const { client, templates } = usePorts()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<{ action: 'delete' | 'share' | 'details'; layout: Layout } | null>(null)
  const close = () => {
    setDialog(null)
    change.reset()
  }
  const fresh = () => queries.invalidateQueries({ queryKey: ['layouts'] })
  const tellFailure = (error: unknown) => toast('error', sentenceOf(error))

  const copy = useMutation({
    mutationFn: ({ layout, key }: { layout: Layout; key: string }) =>
      client.call(userEndpoints.copyLayout, { params: { id: layout._id } }, { idempotencyKey: key }),
    onSuccess: (newLayout) => {
      void fresh()
      toast('success', `“${newLayout.name}” is yours.`)
      navigate(`/templates/${newLayout._id}`)
    },
    onError: tellFailure,
  })
  const remove = useMutation({
    mutationFn: (layout: Layout) => client.call(userEndpoints.deleteLayout, { params: { id: layout._id } }),
    onSuccess: (_, layout) => {
      void templates.draft(email, layout._id).clear()
      void fresh()
      toast('success', `“${layout.name}” is deleted.`)
      onDeleted?.()
    },
    onError: tellFailure,
  })
  const change = useMutation({
    mutationFn: ({ layout, to }: { layout: Layout; to: LayoutSharing | LayoutDetailsChange }) => {
      const params = { id: layout._id }
      return 'editors' in to
        ? client.call(templateEndpoints.shareLayout, { params, body: to })
        : client.call(userEndpoints.updateLayout, {
            params,
            body: { version: layout.version, layout: { ...draftOf(layout), ...to } },
          })
    },
    onSuccess: (savedLayout) => {
      void fresh()
      onChanged?.(savedLayout)
      close()
      toast('success', 'Saved.')
    },
  })

  function act(action: LayoutAction, layout: Layout) {
    switch (action) {
      case 'tab':
        return templates.openInTab?.(`/templates/${layout._id}`)
      case 'generate':
        return navigate(`/templates/${layout._id}/generate`)
      case 'versions':
        return navigate(`/templates/${layout._id}/versions`)
      case 'copy':
        return copy.isPending ? undefined : copy.mutate({ layout, key: crypto.randomUUID() })
      case 'export':
        return saveFile(fileNameOf(layout.name), writeTemplate(templateOf(layout)))
      case 'delete':
      case 'share':
      case 'details':
        return setDialog({ action, layout })
    }
  }

  const { action, layout } = dialog ?? {}
  const problem = change.error ? sentenceOf(change.error) : null
  const form = { busy: change.isPending, problem, onClose: close }
  return {
    act,
    dialogs: layout && (
      <>
        <ConfirmDialog
          opened={action === 'delete'}
          title="Delete Template"
          text={`Are you sure you want to delete “${layout.name}”? Its versions will be deleted too. Notes that were already written stay.`}
          confirmLabel="Delete"
          onConfirm={() => remove.mutate(layout)}
          onClose={close}
        />
        {action === 'share' && (
          <Suspense>
            <ShareLayout {...form} layout={layout} onShare={(to) => change.mutate({ layout, to })} />
          </Suspense>
        )}
        {action === 'details' && (
          <LayoutDetails {...form} layout={layout} onSave={(to) => change.mutate({ layout, to })} />
        )}
      </>
    ),
  }
}

import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { editorProperties } from '../../lib/contracts/embedding.ts'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Layout } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'
import { useFormFields } from '../page/form/use-form-fields.ts'
import { Banners } from '../panel/banners.tsx'
import { usePorts } from '../ports.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { isOffline } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { IconExternalLink } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { TemplateEditor } from './editor/template-editor.tsx'
import type { EditorHost } from './editor-properties.ts'
import { LayoutCard } from './layout-card.tsx'
import { useLayoutHost, useModels } from './layout-host.ts'
import { LayoutPreview } from './layout-preview.tsx'
import { templateOf } from './layout-template.ts'
import { LayoutMenu } from './list/layout-menu.tsx'
import { useLayoutActions } from './list/use-layout-actions.tsx'
import { generatingPollMs, useKeptLayouts } from './use-layouts.ts'

interface LayoutScreenProps {
  id: string
  email: string
}

/** Loads one layout from the server. While the server cannot be reached, returns it from the last stored list. */
export function useLayout(id: string, email: string) {
  const { client } = usePorts()
  const layoutQuery = useQuery({
    queryKey: ['layout', id],
    queryFn: ({ signal }) => client.call(userEndpoints.getLayout, { params: { id } }, { signal }),
    // The editor must start from the current version, never from a cached one.
    gcTime: 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? generatingPollMs : false),
  })
  const storedLayouts = useKeptLayouts(isOffline(layoutQuery.error), email)
  // At first, the query can return data that another screen has cached. This data may be out of date, so ignore it.
  const fresh = layoutQuery.isFetchedAfterMount ? layoutQuery.data : undefined
  const layout = fresh ?? storedLayouts?.layouts.find((each) => each._id === id)
  return { ...layoutQuery, layout }
}

/** The screen of one template: the editor for owners and editors, a preview for all others. */
export function LayoutScreen({ id, email }: LayoutScreenProps) {
  const [, navigate] = useLocation()
  const { layout, isError, error, refetch } = useLayout(id, email)
  const onBack = () => navigate('/templates')
  if (layout && layout.status !== 'generating') {
    const access = layoutAccess(layout, email)
    if (access === 'owner' || access === 'editor') return <EditScreen first={layout} email={email} onBack={onBack} />
    return <LayoutPreview layout={layout} email={email} onBack={onBack} />
  }
  return (
    <Frame head={<Head title="Template" subtitle="" initials={null} onBack={onBack} />} banner={<Banners />}>
      {layout && <LayoutCard layout={layout} email={email} />}
      {!layout && isError && <FailedFace error={error} onRetry={() => void refetch()} />}
      {!layout && !isError && <LoadingCards />}
    </Frame>
  )
}

interface EditScreenProps {
  first: Layout
  email: string
  onBack: () => void
}

function EditScreen({ first: loadedLayout, email, onBack }: EditScreenProps) {
  const { templates } = usePorts()
  // Keep the version with which the screen opened. If another user saves a newer version, the server refuses the next
  // save of this user, and the editor offers to compare both versions.
  const [initialLayout] = useState(loadedLayout)
  const [template] = useState(() => templateOf(initialLayout))
  const [current, setCurrent] = useState(initialLayout)
  const host = useLayoutHost(initialLayout, setCurrent)
  const models = useModels()
  const draft = useMemo(() => templates.draft(email, initialLayout._id), [templates, email, initialLayout._id])
  const { act, dialogs } = useLayoutActions({ email, onDeleted: onBack, onChanged: setCurrent })
  const { openInTab } = templates
  const { fields: ofForm, change: changeDynamicField } = useFormFields(email)
  const withForm = useMemo<EditorHost>(() => ({ ...host, changeDynamicField }), [host, changeDynamicField])
  let opening: ReactNode = null
  if (openInTab)
    opening = (
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        onClick={() => act('tab', current)}
      >
        Open in a tab
      </Button>
    )
  return (
    <Frame head={null} banner={<Banners />}>
      <Group justify="flex-end" gap={4} mb={-12}>
        {opening}
        <LayoutMenu layout={current} email={email} without={openInTab ? ['tab', 'generate'] : ['tab']} onAct={act} />
      </Group>
      {current.status === 'failed' && (
        <Notice tone="bad" title="This template could not be made">
          {current.statusText} You can also add the fields by hand.
        </Notice>
      )}
      <TemplateEditor
        template={template}
        {...(ofForm.length > 0 ? { dynamicFields: ofForm } : {})}
        properties={editorProperties}
        host={withForm}
        models={models}
        status={`version ${current.version}`}
        draft={draft}
        onBack={onBack}
      />
      {dialogs}
    </Frame>
  )
}

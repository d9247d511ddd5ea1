import { useMemo, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { Layout } from '../../lib/contracts/index.ts'
import { layoutAccess } from '../../lib/template/index.ts'
import { Banners } from '../panel/banners.tsx'
import { usePorts } from '../ports.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { toast } from '../ui/toast.ts'
import { addGenerated } from './dialogs/add-generated.ts'
import { GenerateFieldsPage } from './editor/generate-fields-page.tsx'
import { useLayoutHost } from './layout-host.ts'
import { useLayout } from './layout-screen.tsx'
import { templateOf } from './layout-template.ts'

interface LayoutGenerateProps {
  id: string
  email: string
}

/** The page to generate fields for a template. The fields become unsaved changes of that template. */
export function LayoutGenerate({ id, email }: LayoutGenerateProps) {
  const [, navigate] = useLocation()
  const { layout, isError, error, refetch } = useLayout(id, email)
  const onBack = () => navigate(`/templates/${id}`)
  if (layout) {
    const access = layoutAccess(layout, email)
    const writes = layout.status !== 'generating' && (access === 'owner' || access === 'editor')
    if (!writes) return <Redirect to={`/templates/${id}`} />
    return <Generating layout={layout} email={email} onBack={onBack} />
  }
  return (
    <Frame head={<Head title="Template" subtitle="" initials={null} onBack={onBack} />} banner={<Banners />}>
      {isError ? <FailedFace error={error} onRetry={() => void refetch()} /> : <LoadingCards />}
    </Frame>
  )
}

function Generating({ layout, email, onBack }: { layout: Layout; email: string; onBack: () => void }) {
  const { templates } = usePorts()
  const [initialLayout] = useState(layout)
  const host = useLayoutHost(initialLayout, () => undefined)
  const draft = useMemo(() => templates.draft(email, initialLayout._id), [templates, email, initialLayout._id])
  return (
    <Frame head={null} banner={<Banners />}>
      <GenerateFieldsPage
        host={host}
        templateName={initialLayout.name}
        onBack={onBack}
        onAdd={(generated) => {
          const add = async () => {
            const savedTemplate = templateOf(initialLayout)
            const unsaved = (await draft.load()) ?? { saved: savedTemplate, edited: savedTemplate }
            const fields = addGenerated(unsaved.edited.fields, generated)
            await draft.save({ ...unsaved, edited: { ...unsaved.edited, fields } })
          }
          add().catch((error: unknown) => toast('error', sentenceOf(error)))
        }}
      />
    </Frame>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { Layout } from '../../lib/contracts/index.ts'
import { ChartHead, usePage } from '../page/chart-head.tsx'
import { FormTemplateCard } from '../page/form/form-template-card.tsx'
import { useFieldNames } from '../page/form/use-field-names.ts'
import { useSaveTemplate } from '../page/form/use-save-template.ts'
import { Banners } from '../panel/banners.tsx'
import { useSession } from '../panel/session-provider.tsx'
import { usePorts } from '../ports.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { IconPlus } from '../ui/icons.ts'
import { toast } from '../ui/toast.ts'
import { LayoutCard } from './layout-card.tsx'
import { LayoutList } from './layout-list.tsx'
import { ImportTemplate } from './list/import-template.tsx'
import { LayoutMenu } from './list/layout-menu.tsx'
import { useLayoutActions } from './list/use-layout-actions.tsx'

const NewTemplate = lazy(async () => ({ default: (await import('./list/new-template.tsx')).NewTemplate }))

export function TemplatesScreen({ email }: { email: string }) {
  const page = usePage()
  const { session } = useSession()
  const { templates, page: pagePort } = usePorts()
  const [, navigate] = useLocation()
  const [creating, setCreating] = useState(false)
  const { act, dialogs } = useLayoutActions({ email })
  const saveTemplate = useSaveTemplate()
  const askNames = useFieldNames()
  const inTab = templates.openInTab === undefined

  function made(layout: Layout) {
    setCreating(false)
    // A template that is still being generated cannot be opened yet. The list shows its progress.
    if (layout.status === 'generating')
      toast('blank', 'Your template is being made. The template is already in the list.')
    else navigate(`/templates/${layout._id}`)
  }

  return (
    <Frame
      head={inTab ? <Head title="Templates" subtitle={email} initials={null} /> : <ChartHead bound={session.patient} />}
      banner={<Banners />}
      navigation={!inTab}
    >
      <Group justify="space-between" wrap="wrap" gap="xs">
        <Text component="h2" fz="lg" fw={650}>
          {inTab ? 'Every template you can see' : 'Templates'}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <ImportTemplate onMade={made} />
          <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            New
          </Button>
        </Group>
      </Group>
      {!inTab && page.status === 'ready' && page.reading.fields.length > 0 && (
        <FormTemplateCard
          reading={page.reading}
          onSave={saveTemplate}
          onSaved={made}
          onShow={pagePort.point}
          onAskNames={askNames}
        />
      )}
      <LayoutList
        source={page.status === 'ready' ? page.reading.source : null}
        email={email}
        renderCard={(layout) => (
          <LayoutCard
            key={layout._id}
            layout={layout}
            email={email}
            href={`/templates/${layout._id}`}
            menu={<LayoutMenu layout={layout} email={email} without={inTab ? ['tab'] : ['generate']} onAct={act} />}
          />
        )}
      />
      {creating && (
        <Suspense>
          <NewTemplate onMade={made} onClose={() => setCreating(false)} />
        </Suspense>
      )}
      {dialogs}
    </Frame>
  )
}

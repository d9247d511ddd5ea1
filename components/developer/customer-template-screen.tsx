import { Box } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { resellerEndpoints } from '../../lib/contracts/endpoints/reseller.ts'
import type { CustomerTemplate } from '../../lib/contracts/index.ts'
import { useAccount } from '../account/use-account.ts'
import { useSharedPorts } from '../ports.tsx'
import { TemplateEditor } from '../template/editor/template-editor.tsx'
import { templateOf } from '../template/layout-template.ts'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import {
  customerTemplateDraft,
  customerTemplateProperties,
  layoutOf,
  useCustomerTemplateHost,
} from './customer-template-host.ts'
import { developerKey, useAccess } from './use-access.ts'

interface ScreenProps {
  template: CustomerTemplate
  onBack: () => void
}

/** Edits a template of a customer. Loads the newest version from the server before the editor opens. */
export function CustomerTemplateScreen({ template, onBack }: ScreenProps) {
  const { client } = useSharedPorts()
  const { accessId } = useAccess()
  const { id, customerIdentifier, userIdentifier } = template
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    queryKey: [...developerKey, 'template', accessId, id],
    queryFn: ({ signal }) =>
      client.call(
        resellerEndpoints.getResellerTemplate,
        {
          params: { accessId, identifier: id },
          query: { customerIdentifier, ...(userIdentifier === undefined ? {} : { userIdentifier }) },
        },
        { signal },
      ),
    gcTime: 0,
    staleTime: 0,
    // An open editor keeps the version that it has loaded. If somebody else saves a newer version, the server refuses
    // the next save from this editor, and the editor shows why.
    refetchOnWindowFocus: false,
  })
  if (data !== undefined && isFetchedAfterMount) return <Edit template={data} onBack={onBack} />
  if (error) return <FailedFace error={error} onRetry={() => void refetch()} />
  return <LoadingCards />
}

function Edit({ template: loadedTemplate, onBack }: ScreenProps) {
  const queries = useQueryClient()
  const { accessId } = useAccess()
  const { data: account } = useAccount()
  // The template as it was when the screen opened. Later answers of the server must not change the open editor.
  const [initialTemplate] = useState(loadedTemplate)
  const [version, setVersion] = useState(initialTemplate.version)
  const [template] = useState(() => templateOf(layoutOf(initialTemplate)))
  const host = useCustomerTemplateHost(initialTemplate, (savedTemplate) => {
    setVersion(savedTemplate.version)
    void queries.invalidateQueries({ queryKey: [...developerKey, 'templates', accessId] })
  })
  const email = account?.email ?? ''
  const draft = useMemo(() => customerTemplateDraft(email, initialTemplate.id), [email, initialTemplate.id])
  return (
    // The editor is 720 px wide and is centred in its box. A wider box would move the editor to the right, so that it
    // would not be aligned with the other pages.
    <Box maw={720}>
      <TemplateEditor
        template={template}
        properties={customerTemplateProperties}
        host={host}
        models={[]}
        status={`version ${version}`}
        draft={draft}
        onBack={onBack}
      />
    </Box>
  )
}

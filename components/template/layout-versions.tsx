import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { templateEndpoints } from '../../lib/contracts/endpoints/templates.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { Banners } from '../panel/banners.tsx'
import { usePorts } from '../ports.tsx'
import { Card } from '../ui/card.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Frame, Head } from '../ui/frame.tsx'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { differencesOf } from './editor/differences.ts'
import { useLayout } from './layout-screen.tsx'
import { templateOf } from './layout-template.ts'
import classes from './layout-versions.module.css'

interface LayoutVersionsProps {
  id: string
  email: string
}

export function LayoutVersions({ id, email }: LayoutVersionsProps) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [openVersion, setOpenVersion] = useState<number | null>(null)
  const { layout } = useLayout(id, email)
  const versions = useQuery({
    queryKey: ['layout-versions', id],
    queryFn: ({ signal }) =>
      client.call(
        templateEndpoints.listLayoutVersions,
        { params: { id }, query: { limit: limits.pageSizeMax } },
        { signal },
      ),
    staleTime: 0,
  })
  const restore = useMutation({
    mutationFn: (version: number) => client.call(templateEndpoints.restoreLayoutVersion, { params: { id, version } }),
    onSuccess: (_, version) => {
      void queries.invalidateQueries({ queryKey: ['layouts'] })
      toast('success', `Version ${version} was restored. It is now the newest version.`)
      navigate(`/templates/${id}`)
    },
    onError: (error) => toast('error', sentenceOf(error)),
  })
  const items = versions.data?.items ?? []
  const newest = items[0]?.version
  return (
    <Frame
      head={
        <Head
          title="Versions"
          subtitle={layout?.name ?? ''}
          initials={null}
          onBack={() => navigate(`/templates/${id}`)}
        />
      }
      banner={<Banners />}
    >
      {versions.isPending && <LoadingCards height={72} />}
      {versions.isError && items.length === 0 && (
        <FailedFace error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      <Stack gap="sm" component="ul" className={classes.list} aria-label="Versions">
        {items.map(({ version, name, savedAt, savedBy }) => (
          <li key={version}>
            <Card chosen={version === openVersion}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text fw={650}>Version {version}</Text>
                {version === newest && <Tag tone="good">now</Tag>}
              </Group>
              <Text size="xs" c="dimmed" className={classes.words}>
                {new Date(savedAt).toLocaleString()} · {savedBy ?? 'included with Chartside'}
                {name !== layout?.name && ` · called “${name}”`}
              </Text>
              {version !== newest && (
                <>
                  <Group gap="xs" mt="xs">
                    <Button
                      size="xs"
                      variant="default"
                      aria-expanded={version === openVersion}
                      aria-label={`Compare version ${version}`}
                      onClick={() => setOpenVersion(version === openVersion ? null : version)}
                    >
                      Compare
                    </Button>
                    <Button
                      size="xs"
                      variant="light"
                      aria-label={`Restore version ${version}`}
                      loading={restore.isPending && restore.variables === version}
                      onClick={() => restore.mutate(version)}
                    >
                      Restore
                    </Button>
                  </Group>
                  {version === openVersion && <Compared id={id} email={email} version={version} />}
                </>
              )}
            </Card>
          </li>
        ))}
      </Stack>
    </Frame>
  )
}

function Compared({ id, email, version }: LayoutVersionsProps & { version: number }) {
  const { client } = usePorts()
  const { layout } = useLayout(id, email)
  const earlier = useQuery({
    queryKey: ['layout-versions', id, version],
    queryFn: ({ signal }) => client.call(templateEndpoints.getLayoutVersion, { params: { id, version } }, { signal }),
  })
  if (earlier.isError) return <FailedFace error={earlier.error} onRetry={() => void earlier.refetch()} />
  if (!earlier.data || !layout) return <LoadingCards count={1} height={48} />
  const { group } = layout
  const { fields, text, ...earlierKeys } = earlier.data
  const content = text === undefined ? { fields: fields ?? [] } : { text }
  const { fields: _fields, text: _text, ...currentKeys } = layout
  const earlierTemplate = templateOf({
    ...currentKeys,
    ...earlierKeys,
    ...content,
    ...(group === undefined ? {} : { group }),
  })
  const differences = differencesOf(earlierTemplate, templateOf(layout), {
    mine: 'Earlier settings',
    theirs: 'Current settings',
  })
  return (
    <Stack component="ul" gap={8} mt="xs" className={classes.list} aria-label={`Differences of version ${version}`}>
      {differences.length === 0 && <li>This version is the same as the current one.</li>}
      {differences.map(({ where: place, mine, theirs }) => (
        <li key={place} className={classes.words}>
          <Text fw={650}>{place}</Text>
          <Text size="xs" className={classes.words} lineClamp={6}>
            Then: {mine}
          </Text>
          <Text size="xs" className={classes.words} lineClamp={6}>
            Now: {theirs}
          </Text>
        </li>
      ))}
    </Stack>
  )
}

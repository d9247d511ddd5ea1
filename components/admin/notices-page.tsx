import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import { bannerEndpoints } from '../../lib/contracts/endpoints/banners.ts'
import type { Banner } from '../../lib/contracts/index.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { dayWords } from '../ui/dates.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconInfoCircle, IconPlus } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'

const key = ['banners']
const levels: Record<Banner['level'], { label: string; tone: Tone }> = {
  info: { label: 'Information', tone: 'good' },
  warning: { label: 'Warning', tone: 'look' },
  error: { label: 'Problem', tone: 'bad' },
}

export function NoticesPage() {
  const { client } = useSharedPorts()
  const [writing, setWriting] = useState(false)
  const remove = useChange(
    ({ bannerId }: Banner) => client.call(adminEndpoints.deleteBanner, { params: { bannerId } }),
    { refreshes: key, said: 'The notice was removed.' },
  )
  const write = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setWriting(true)}>
      Write a notice
    </Button>
  )
  return (
    <Page
      title="Notices"
      about="Everybody sees these notices at the top of the panel and of the portal. Only administrators see notices of the server itself."
      action={write}
    >
      <Records<Banner>
        label="Notices"
        queryKey={[...key, 'administered']}
        load={async (_, signal) => {
          const { banners } = await client.call(bannerEndpoints.listBanners, {}, { signal })
          return { items: banners, total: banners.length }
        }}
        rowKey={({ bannerId }) => bannerId}
        columns={[
          { label: 'Text', show: ({ text }) => text },
          { label: 'Kind', show: ({ level }) => <Tag tone={levels[level].tone}>{levels[level].label}</Tag> },
          {
            label: 'Until',
            show: ({ endsAt }) =>
              endsAt === undefined ? 'Until an administrator removes the notice' : dayWords(endsAt),
          },
        ]}
        actions={(banner) =>
          banner.ofServer === true ? null : (
            <Button
              size="sm"
              variant="default"
              aria-label={`Remove: ${banner.text}`}
              loading={remove.isPending && remove.variables.bannerId === banner.bannerId}
              onClick={() => remove.mutate(banner)}
            >
              Remove
            </Button>
          )
        }
        empty={{
          icon: <IconInfoCircle size={24} />,
          title: 'No notice',
          text: 'For example, announce when the server will not be available.',
          action: write,
        }}
      />
      {writing && <NoticeDialog onClose={() => setWriting(false)} />}
    </Page>
  )
}

function NoticeDialog({ onClose }: { onClose: () => void }) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const [text, setText] = useState('')
  const [level, setLevel] = useState<Banner['level']>('info')
  const [end, setEnd] = useState('')
  async function save() {
    const endsAt = end === '' ? {} : { endsAt: new Date(end).toISOString() }
    const body = { text: text.trim(), level, ...endsAt }
    await client.call(adminEndpoints.addBanner, { body }, { idempotencyKey: attempt.of(body) })
    toast('success', 'Everybody sees the notice now.')
    await queries.invalidateQueries({ queryKey: key })
  }
  return (
    <FormDialog opened title="Write a notice" action="Show" ready={text.trim() !== ''} submit={save} onClose={onClose}>
      <Textarea
        label="Text"
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Select
        label="Kind"
        data={Object.entries(levels).map(([value, { label }]) => ({ value, label }))}
        value={level}
        onChange={(value) => setLevel((value as Banner['level'] | null) ?? 'info')}
        allowDeselect={false}
      />
      <TextInput
        label="Until"
        description="If you leave this empty, the notice stays until an administrator removes it."
        type="datetime-local"
        value={end}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

import { Code, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import { type CustomerLog, customerLogLevels } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { timeWords } from '../ui/dates.ts'
import { IconFileText } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { developerKey, useAccess } from './use-access.ts'

const levelWords: Record<CustomerLog['level'], { label: string; tone: Tone }> = {
  info: { label: 'Info', tone: 'plain' },
  warn: { label: 'Warning', tone: 'look' },
  error: { label: 'Error', tone: 'bad' },
}

export function LogsPage() {
  const { client } = useSharedPorts()
  const { accessId } = useAccess()
  const [level, setLevel] = useState<CustomerLog['level'] | null>(null)
  return (
    <Page
      title="Logs"
      about="Log messages that your customers’ programs have sent. These messages are deleted after 30 days."
    >
      <Select
        label="Level"
        placeholder="All levels"
        maw={360}
        clearable
        data={customerLogLevels.map((each) => ({ value: each, label: levelWords[each].label }))}
        value={level}
        onChange={(value) => setLevel(customerLogLevels.find((each) => each === value) ?? null)}
      />
      <Records<CustomerLog>
        key={level}
        label="Logs"
        queryKey={[...developerKey, 'logs', accessId, level]}
        load={(page, signal) =>
          client.call(
            accessEndpoints.listCustomerLogs,
            { params: { accessId }, query: { ...page, ...(level === null ? {} : { level }) } },
            { signal },
          )
        }
        rowKey={({ id }) => id}
        columns={[
          { label: 'Message', show: (log) => <Message log={log} /> },
          {
            label: 'Level',
            besideTitle: true,
            show: (log) => <Tag tone={levelWords[log.level].tone}>{levelWords[log.level].label}</Tag>,
          },
          { label: 'Customer', show: ({ customerIdentifier }) => customerIdentifier },
          { label: 'When', oneLine: true, besideTitle: true, show: ({ at }) => timeWords(at) },
        ]}
        empty={{
          icon: <IconFileText size={24} />,
          title: 'No messages',
          text: 'No customer has sent a log message yet. Programs of customers send them with the calls /api/customers/log.',
        }}
      />
    </Page>
  )
}

/** The message as text. The text comes from a program of a customer, so it is never rendered as HTML. */
function Message({ log: { message, data, test } }: { log: CustomerLog }) {
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {message}
        {test ? ' (sandbox)' : ''}
      </Text>
      {data !== undefined && (
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {JSON.stringify(data, null, 1)}
        </Code>
      )}
    </>
  )
}

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { userEndpoints } from '../../lib/contracts/endpoints/user.ts'
import type { Report, ReportChange } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { relativeAge } from '../../lib/report/index.ts'
import { usePorts } from '../ports.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import classes from './history-dialog.module.css'
import { inWords } from './page-values.ts'
import { changeLabel } from './report-words.ts'
import { wordDiff } from './word-diff.ts'

/** Shows the changes of a note: who, when, before and after, newest first. */
export function HistoryDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { client } = usePorts()
  const history = useQuery({
    queryKey: ['report-history', report._id, report.version],
    queryFn: ({ signal }) =>
      client.call(
        userEndpoints.listReportHistory,
        { params: { id: report._id }, query: { limit: limits.pageSizeMax } },
        { signal },
      ),
  })
  const moreCount = history.data ? history.data.total - history.data.items.length : 0
  return (
    <Dialog opened onClose={onClose} title="History" size="lg">
      {history.isPending && <LoadingCards height={64} />}
      {history.isError && <FailedFace error={history.error} onRetry={() => void history.refetch()} />}
      <Stack component="ol" gap="md" className={classes.list}>
        {history.data?.items.map((change) => (
          <ChangeEntry key={change.version} change={change} />
        ))}
      </Stack>
      {moreCount > 0 && (
        <Text size="xs" c="dimmed" mt="md">
          {moreCount} older {moreCount === 1 ? 'change is' : 'changes are'} kept but not shown here.
        </Text>
      )}
    </Dialog>
  )
}

function ChangeEntry({ change }: { change: ReportChange }) {
  const { kind, by, at, reason, changes } = change
  return (
    <li className={classes.entry}>
      <Text fw={650}>{changeLabel(change)}</Text>
      <Text size="xs" c="dimmed">
        {by} · <time dateTime={at}>{new Date(at).toLocaleString()}</time> · {relativeAge(Date.parse(at), Date.now())}
      </Text>
      {reason && <Text size="xs">{kind === 'unlocked' ? `Reason: ${reason}` : `Asked for: ${reason}`}</Text>}
      {changes.map(({ id, name, before: oldValue, after: newValue }) => (
        <div key={id} className={classes.change}>
          <Text size="xs" fw={600}>
            {name}
          </Text>
          {oldValue.length === 0 && newValue.length === 0 ? (
            <Text size="xs" c="dimmed">
              Left empty.
            </Text>
          ) : (
            <Difference before={wordsOf(oldValue)} after={wordsOf(newValue)} />
          )}
        </div>
      ))}
    </li>
  )
}

const wordsOf = (value: string[]) => inWords(value.filter((part) => part !== '').join('\n\n'))

/**
 * Shows both versions in one text: removed words struck through, new words underlined. Screen readers announce which
 * words were removed and which were added.
 */
function Difference({ before: oldText, after: newText }: { before: string; after: string }) {
  return (
    <p className={classes.words}>
      {wordDiff(oldText, newText).map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id besides its position
        if (kind === 'same') return <span key={index}>{text}</span>
        const Tag = kind === 'gone' ? 'del' : 'ins'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id besides its position
          <Tag key={index} className={classes[kind]}>
            <span className={classes.unseen}>{kind === 'gone' ? ' removed: ' : ' added: '}</span>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}

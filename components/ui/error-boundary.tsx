import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyFace } from './faces.tsx'
import { IconAlertTriangle } from './icons.ts'

/**
 * Catches an error while a screen renders, so that the other screens still work. Does not show the error's message,
 * because the message may contain clinical text.
 */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey: string }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidUpdate(oldProps: { resetKey: string }) {
    if (this.state.broken && oldProps.resetKey !== this.props.resetKey) this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <EmptyFace
        icon={<IconAlertTriangle size={24} />}
        title="This screen stopped working"
        action={
          <Button variant="light" size="sm" onClick={() => this.setState({ broken: false })}>
            Show it again
          </Button>
        }
      >
        A recording that is running continues. Everything that was saved is kept. Press “Show it again”.
      </EmptyFace>
    )
  }
}

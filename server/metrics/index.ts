export { createMetrics, type Metrics, type PoolUse, type Waiting } from './metrics.ts'
export { type MetricsAddress, serveMetrics } from './serve.ts'

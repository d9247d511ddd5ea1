/** Returns the local day as YYYY-MM-DD. The UTC day would be wrong for visits late in the evening. */
export function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

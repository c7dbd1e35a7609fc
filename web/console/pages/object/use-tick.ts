import { useEffect, useState } from 'react'

/** Returns a number that grows every so many milliseconds while the page is in sight. */
export function useTick(milliseconds: number): number {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTick((before) => before + 1)
    }, milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
  return tick
}

/**
 * Reports whether objects of the kind may scale others: HorizontalPodAutoscaler, KEDA's ScaledObject, and kinds of clouds
 * and operators such as CronHorizontalPodAutoscaler and WatermarkPodAutoscaler. A VerticalPodAutoscaler changes only pods.
 */
export function isAutoscalerKind(kind: string): boolean {
  return /scale/i.test(kind) && !kind.startsWith('Vertical')
}

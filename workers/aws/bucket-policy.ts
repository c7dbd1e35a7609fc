/** Returns the statements of a policy that lets its principal read and write the objects of a bucket. */
export function bucketStatements(bucketArn: string): object[] {
  return [
    { Effect: 'Allow', Action: ['s3:ListBucket', 's3:GetBucketLocation'], Resource: bucketArn },
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      Resource: `${bucketArn}/*`,
    },
  ]
}

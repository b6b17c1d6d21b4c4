// AWSCognitoAuthPlugin
